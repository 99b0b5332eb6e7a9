package io.github.tornadosort.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The native arrays of all element types are the same text as IntArray, Javadoc included, after their type is replaced. */
class NativeArraySourcesTest {
    private static final Path ARRAYS = Path.of(
            System.getProperty("tornadosort.root"), "src/jvm/main/java/uk/ac/manchester/tornado/api/types/arrays");

    @ParameterizedTest
    @ValueSource(strings = {"Byte", "Char", "Short", "Long", "Float", "Double"})
    void copiesAreTheSameText(String type) {
        assertThat(normal(source(type), type)).isEqualTo(normal(source("Int"), "Int"));
    }

    /** Whichever line is missing in one copy, the test above fails. */
    @ParameterizedTest
    @ValueSource(strings = {"Byte", "Char", "Short", "Long", "Float", "Double"})
    void editsOfOneCopyAreFound(String type) {
        String expected = normal(source("Int"), "Int");
        List<String> lines = source(type).lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            int missing = i;
            String edited = IntStream.range(0, lines.size())
                    .filter(line -> line != missing)
                    .mapToObj(line -> lines.get(line) + "\n")
                    .reduce("", String::concat);
            if (!lines.get(i).matches("[\\s*/]*")) {
                assertThat(normal(edited, type)).as("without: %s", lines.get(i)).isNotEqualTo(expected);
            }
        }
    }

    /** The text with "Element" for the name of the type in every form, without line breaks: long names break lines earlier. */
    private static String normal(String text, String type) {
        String primitive = type.toLowerCase(Locale.ROOT);
        String box = type.equals("Int") ? "Integer" : type.equals("Char") ? "Character" : type;
        return text.replaceAll("\\n\\s+\\* ", " ")
                .replaceAll("\\s+", " ")
                .replace(box + ".BYTES", "Element.BYTES")
                .replace(type + "Array", "ElementArray")
                .replace(type + "Buffer", "ElementBuffer")
                .replace("JAVA_" + type.toUpperCase(Locale.ROOT), "JAVA_ELEMENT")
                // Indices are ints, and BASE is a long, whatever the elements are.
                .replaceAll("\\bint (index|offset|length|numberOfElements|i)\\b", "index $1")
                .replaceAll("\\b" + primitive + "\\b(?! BASE)", "element")
                .replaceAll("\\b(" + primitive + "s|bytes)\\b", "elements");
    }

    private static String source(String type) {
        try {
            return Files.readString(ARRAYS.resolve(type + "Array.java"));
        } catch (IOException e) {
            throw new AssertionError(type, e);
        }
    }
}
