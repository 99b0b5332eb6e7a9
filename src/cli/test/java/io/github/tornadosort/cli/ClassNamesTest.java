package io.github.tornadosort.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Looks up the classes and members that the documents name in backticks, such as {@code dispatch.Dispatch} and
 * {@code Sorter.builder().verified()}: in the sources, then among the classes that this test can load.
 */
class ClassNamesTest {
    /** A package or folder, a class, and members. */
    private static final Pattern NAME = Pattern.compile(
            "`@?((?:[a-z]\\w*[./])*)([A-Z]\\w*[a-z]\\w*)((?:\\.[A-Za-z]\\w*(?:\\([^`()]*\\))?)*)(?:\\[])?(?:\\([^`]*\\))?`");

    private static final Pattern MEMBER = Pattern.compile("\\.([A-Za-z]\\w*)");

    /** Packages of others, whose classes documents name without them. */
    private static final List<String> PACKAGES = List.of(
            "java.io.", "java.lang.", "java.lang.foreign.", "java.util.", "java.util.concurrent.",
            "org.junit.jupiter.api.",
            "uk.ac.manchester.tornado.api.", "uk.ac.manchester.tornado.api.annotations.",
            "uk.ac.manchester.tornado.api.types.arrays.");

    /** Names of others that this test cannot load. */
    private static final Map<String, Set<String>> FOREIGN = Map.of(
            "CUB",
            Set.of("DeviceMerge", "DeviceRadixSort", "DeviceSegmentedSort", "DeviceTopK", "ExclusiveScan",
                    "ExclusiveSumByKey", "HistogramRange", "InclusiveSum", "InclusiveSumByKey"),
            "Arrow", Set.of("FieldVector", "VectorSchemaRoot"),
            "Spark", Set.of("Sort", "TakeOrderedAndProject", "UnsafeRow"),
            "TornadoVM's SDK", Set.of("Reduce", "TornadoMath"),
            "JSpecify", Set.of("Nullable"),
            "the node of Spark's plans that TornadoSortExec shows", Set.of("TornadoSort"));

    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/");

    /** The texts of the sources, without comments, by the path of the class. */
    private static final Map<String, String> SOURCES = new HashMap<>();

    @BeforeAll
    static void readSources() throws IOException {
        Path root = SourceTree.original();
        for (String folder : List.of("src", "benchmarks", "examples")) {
            try (Stream<Path> files = Files.walk(root.resolve(folder))) {
                for (Path file : (Iterable<Path>) files.filter(ClassNamesTest::isSource)::iterator) {
                    String path = root.relativize(file).toString().replaceFirst("\\.java(\\.ftl)?$", "");
                    String text = COMMENT.matcher(Files.readString(file)).replaceAll("");
                    SOURCES.put(path, text);
                    if (path.endsWith("W")) {
                        List.of("32", "64")
                                .forEach(width -> SOURCES.put(path.substring(0, path.length() - 1) + width, text));
                    }
                }
            }
        }
    }

    private static boolean isSource(Path file) {
        return file.toString().matches(".*(?<!/ClassNamesTest)\\.java(\\.ftl)?") && !file.toString().contains("/target/");
    }

    @TestFactory
    Stream<DynamicTest> namesOfDocumentsExist() throws IOException {
        return Stream.concat(Stream.of(SourceTree.original().resolve("CONTRIBUTING.md")), DocumentsTest.documents().stream())
                .map(document -> DynamicTest.dynamicTest(document.getFileName().toString(),
                        () -> assertThat(gone(Files.readString(document))).as("names that are gone").isEmpty()));
    }

    @Test
    void aNameThatIsGoneIsFound() {
        assertThat(gone(
                "`Sorter` `dispatch.Dispatch` `Sorter.strings().argsort` `KeySort32` `KeySortW` `IntArray` `Arrays.sort`"
                        + " `java.util.Arrays` `CSV` `DeviceScan::ExclusiveSum` `@CheckedKernels(seed = 1)`"))
                .isEmpty();
        assertThat(gone("`Sortre` `host.Dispatch` `Sorter.strings().argsrt` `KeySort16` `Arrays.srot` `java.util.Arays`"))
                .containsExactly("`Arrays.srot`", "`KeySort16`", "`Sorter.strings().argsrt`", "`Sortre`", "`host.Dispatch`",
                        "`java.util.Arays`");
    }

    /** Returns the names in a document that are neither in the sources nor those of others. */
    private static Set<String> gone(String document) {
        Set<String> gone = new TreeSet<>();
        for (MatchResult name : (Iterable<MatchResult>) NAME.matcher(document).results()::iterator) {
            List<String> members = MEMBER.matcher(name.group(3).replaceAll("\\([^()]*\\)", "")).results()
                    .map(member -> member.group(1)).toList();
            if (!isOurs(name.group(1).replace('.', '/') + name.group(2), members) && !isOfOthers(name, members)) {
                gone.add(name.group());
            }
        }
        return gone;
    }

    /** The source of a class has the first member's name; the others may be those of any class. */
    private static boolean isOurs(String name, List<String> members) {
        return SOURCES.entrySet().stream().anyMatch(source -> source.getKey().endsWith("/" + name)
                && members.stream().limit(1).allMatch(member -> hasWord(source.getValue(), member)))
                && members.stream().skip(1)
                        .allMatch(member -> SOURCES.values().stream().anyMatch(text -> hasWord(text, member)));
    }

    private static boolean hasWord(String text, String word) {
        return Pattern.compile("\\b" + word + "\\b").matcher(text).find();
    }

    private static boolean isOfOthers(MatchResult name, List<String> members) {
        if (!name.group(1).isEmpty()) {
            return isLoaded(name.group(1) + name.group(2), members);
        }
        return FOREIGN.values().stream().anyMatch(names -> names.contains(name.group(2)))
                || PACKAGES.stream().anyMatch(each -> isLoaded(each + name.group(2), members));
    }

    private static boolean isLoaded(String name, List<String> members) {
        try {
            Class<?> type = Class.forName(name, false, ClassNamesTest.class.getClassLoader());
            return members.isEmpty()
                    || Stream.of(type.getMethods()).map(Method::getName).anyMatch(members.getFirst()::equals)
                    || Stream.of(type.getFields()).map(Field::getName).anyMatch(members.getFirst()::equals);
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
