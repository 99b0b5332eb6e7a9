package io.github.tornadosort.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Kernels that differ only in the width of their elements are the same text, Javadoc included, after the replacements that are listed
 * here. So an edit of one copy must be made to the others too.
 */
class OneSourceTest {
    private static final Path KERNELS = Path.of(
            System.getProperty("tornadosort.root"),
            "src/library/main/java/io/github/tornadosort/internal/kernel");

    /** A regular expression, and the text that replaces its matches. */
    private record Replacement(Pattern pattern, String by) {
        private static Replacement of(String pattern, String by) {
            return new Replacement(Pattern.compile(pattern), by);
        }
    }

    /** From 64-bit keys to 32-bit keys, in this order. The checksums are longs for both. */
    private static final List<Replacement> WIDTH = List.of(
            // Words of a survey: the halves of a long. The upper half of an int is 0.
            Replacement.of("\\(int\\) \\(descents \\| \\(descents >>> 32\\)\\)", "descents"),
            Replacement.of("\\(int\\) \\(\\w+ >>> 32\\)", "0"),
            Replacement.of("\\(int\\) (\\w+\\);)", "$1"),
            // A digit of a long is converted to an int, and an int to a long.
            Replacement.of("\\(int\\) \\(\\(OrderedBits", "((OrderedBits"),
            Replacement.of("\\(long\\) digit", "digit"),
            // Parameters of two words.
            Replacement.of("PassParameters\\.flip64\\(p\\)", "p.get(PassParameters.FLIP)"),
            Replacement.of("PassParameters\\.bits64\\(p\\)", "p.get(PassParameters.BITS)"),
            Replacement.of("PassParameters\\.constant64\\(p\\)", "p.get(PassParameters.CONSTANT)"),
            // Names, types and literals.
            Replacement.of("0x8000000000000000L", "0x80000000"),
            Replacement.of("allocateLongLocalArray", "allocateIntLocalArray"),
            Replacement.of("\\bLongArray (?!checks)", "IntArray "),
            Replacement.of("\\blong\\b", "int"),
            Replacement.of("64\\b", "32"),
            // Numbers in the Javadoc.
            Replacement.of("16 bytes per key and writes 8", "8 bytes per key and writes 4"),
            Replacement.of("8 bytes per (key|sample)", "4 bytes per $1"),
            Replacement.of("32 \\* workItems} bytes", "20 * workItems} bytes"));

    /** Checks have another form for 32-bit keys, without branches, which the JVM vectorizes and GPUs unroll. */
    private static final Replacement BRANCHLESS = Replacement.of(
            "\\(OrderedBits\\.of\\((\\w+|\\w+\\.get\\([^)]+\\)), kind\\) \\^ flip\\) & bits",
            "OrderedBits.ordered(OrderedBits.word($1, kind, flip), kind, flip) & bits");

    /** Sorts of buckets in local memory, and the sample that decides about them. */
    private static final List<Replacement> BUCKETS = Stream.concat(
            Stream.of(
                    Replacement.of("\\(int\\) \\((loaded\\[i\\]) >>> shift\\)", "($1 >>> shift)"),
                    Replacement.of("\\(int\\) \\(range >> shift\\)", "(range >> shift)"),
                    Replacement.of("1L << low(est)?\\b", "1 << low$1"),
                    Replacement.of("\\b63\\b", "31"),
                    Replacement.of("and writes 8;", "and writes 4;"),
                    Replacement.of("23,744 bytes", "21,696 bytes"),
                    Replacement.of("\\bGroup(Buckets|Sample)32\\.(?=[A-Z])", ""),
                    Replacement.of("\\bGroup(Buckets|Sample)32#", "#")),
            WIDTH.stream()).toList();

    /** From sorted keys, which may be negative if they are padding, to sorted words, which are not. */
    private static final List<Replacement> NOT_NEGATIVE = List.of(Replacement.of(
            "// Padding becomes the largest signed number\\. ((a\\d+) = \\2 & 0x7fffffff; ){16}", ""));

    /** From elements of any width to elements of 32 bits. */
    private static final List<Replacement> ELEMENTS = List.of(
            Replacement.of("\\b(Byte|Short|Long)Array\\b", "IntArray"),
            Replacement.of("\\((byte|short)\\) ", ""),
            Replacement.of("\\b(move|widen|narrow)(8|16|32|64)\\(", "move("),
            Replacement.of("\\bkeep(8|16)\\(", "keep("),
            Replacement.of("(Copies|Widens|Narrows to) \\d+-bit", "Copies 32-bit"),
            Replacement.of("Leaves \\d+-bit", "Leaves 32-bit"),
            Replacement.of("Reads \\d bytes? and writes \\d bytes?", "Reads 4 bytes and writes 4 bytes"));

    /** From sorted keys to sorted words of digits and indices. */
    private static final List<Replacement> WORDS =
            List.of(Replacement.of("\\bkey", "word"), Replacement.of("\\bbit\\b", "roundShift"));

    /** Two texts that must be the same after the replacements. */
    private record Copy(String name, String text, String other, List<Replacement> replacements) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Copy> copies() {
        Stream<Copy> classes =
                Stream.of("BlockRadix", "BlockSurvey", "BlockBuckets", "BlockCheck", "GroupCheck").map(name -> {
                    List<Replacement> replacements =
                            name.endsWith("Check") ? Stream.concat(Stream.of(BRANCHLESS), WIDTH.stream()).toList() : WIDTH;
                    return new Copy(name + "64", body(name + "32"), body(name + "64"), replacements);
                });
        return Stream.of(
                classes,
                Stream.of("GroupBuckets.bounds", "GroupBuckets.sort", "GroupSample.sample").map(OneSourceTest::widths),
                Stream.of(new Copy(
                        "GroupBucketKeys32.sort, a round", round("GroupBuckets32"), round("GroupBucketKeys32"), WORDS),
                        new Copy("GroupBucketKeys32.sort, networks", networks("GroupBuckets32"),
                                networks("GroupBucketKeys32"),
                                NOT_NEGATIVE)),
                methods("BlockFill", WIDTH, "fill32", "fill64"),
                methods("BlockMove", ELEMENTS, "move32", "move64", "widen8", "widen16", "narrow8", "narrow16"),
                methods("GroupMove", ELEMENTS, "move32", "move64", "widen8", "widen16", "narrow8", "narrow16"),
                methods("BlockValues", ELEMENTS, "keep", "keep8", "keep16"))
                .flatMap(stream -> stream);
    }

    /** A method of two classes, whose names end with the width of the keys. */
    private static Copy widths(String name) {
        String[] parts = name.split("\\.");
        return new Copy(name, method(parts[0] + "32", parts[1]), method(parts[0] + "64", parts[1]), BUCKETS);
    }

    private static Stream<Copy> methods(String file, List<Replacement> replacements, String first, String... others) {
        return Stream.of(others)
                .map(name -> new Copy(file + "." + name, method(file, first), method(file, name), replacements));
    }

    @ParameterizedTest
    @MethodSource("copies")
    void copiesAreTheSameText(Copy copy) {
        assertThat(normal(copy.other(), copy.replacements())).isEqualTo(normal(copy.text(), copy.replacements()));
    }

    /** If any line is missing in one copy, the test above fails. */
    @ParameterizedTest
    @MethodSource("copies")
    void editsOfOneCopyAreFound(Copy copy) {
        String expected = normal(copy.text(), copy.replacements());
        List<String> lines = copy.other().lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            int missing = i;
            String edited = IntStream.range(0, lines.size())
                    .filter(line -> line != missing)
                    .mapToObj(line -> lines.get(line) + "\n")
                    .reduce("", String::concat);
            if (!lines.get(i).matches("[\\s*]*")) {
                assertThat(normal(edited, copy.replacements())).as("without: %s", lines.get(i)).isNotEqualTo(expected);
            }
        }
    }

    /** The text after the replacements, without line breaks: texts of different widths break differently. */
    private static String normal(String text, List<Replacement> replacements) {
        String normal = text.replaceAll("\\n\\s+\\* ", " ").replaceAll("\\s+", " ").replace("( ", "(");
        for (Replacement replacement : replacements) {
            normal = replacement.pattern().matcher(normal).replaceAll(replacement.by());
        }
        return normal;
    }

    /** A class without its imports and its own Javadoc. */
    private static String body(String file) {
        String source = source(file);
        return source.substring(source.indexOf("public final class"));
    }

    /** A method with its Javadoc. */
    private static String method(String file, String name) {
        Matcher method = Pattern.compile(
                "    /\\*\\*(?:(?!\\*/).)*\\*/\\n    public static void " + name + "\\(.*?\\n    }\\n", Pattern.DOTALL)
                .matcher(source(file));
        assertThat(method.find()).as("%s.%s is there", file, name).isTrue();
        return method.group();
    }

    /** A round of the sort of a tile: the statements that rank the keys by four bits and move them. */
    private static String round(String file) {
        return phase(file, "                    // Count the work-item's own keys.", "                sorting = 0;");
    }

    /** The networks that sort a tile which is almost sorted. */
    private static String networks(String file) {
        return phase(file, "                    // Runs of few keys are left.",
                "                    // Find out whether the merged");
    }

    private static String phase(String file, String begin, String ends) {
        String source = source(file);
        int from = source.indexOf(begin);
        return Stream.of(ends.split("\\|"))
                .map(end -> source.indexOf(end, from))
                .filter(end -> end > 0)
                .min(Integer::compare)
                .map(end -> source.substring(from, end))
                .orElseThrow();
    }

    private static String source(String file) {
        try {
            return Files.readString(KERNELS.resolve(file + ".java"));
        } catch (IOException e) {
            throw new AssertionError(file, e);
        }
    }
}
