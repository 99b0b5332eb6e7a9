package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@link ArraySorts} has the same methods, word for word, for every primitive type. */
class ArraySortsTest {
    private static final List<String> TYPES = List.of("byte", "short", "char", "int", "long", "float", "double");
    private static final Map<String, KeyType> KEYS =
            Map.of("byte", KeyType.INT8, "short", KeyType.INT16, "char", KeyType.UINT16,
                    "int", KeyType.INT32, "long", KeyType.INT64, "float", KeyType.FLOAT32, "double", KeyType.FLOAT64);
    private static final Path SOURCE = Path.of(
            System.getProperty("tornadosort.root", "."), "src/library/main/java/io/github/tornadosort/ArraySorts.java");

    @Test
    void methodsOfAllTypesHaveTheSameText() throws IOException {
        String source = Files.readString(SOURCE);
        String methods = source.substring(source.indexOf(start("byte")), source.lastIndexOf("}"));
        StringBuilder expected = new StringBuilder();
        String ofBytes = methods.substring(0, methods.indexOf(start("short")));
        for (String type : TYPES) {
            expected.append(ofBytes.replace("byte[]", type + "[]").replace("KeyType.INT8", "KeyType." + KEYS.get(type)));
        }
        assertThat(ofBytes).contains("sort(byte[] keys, int fromIndex, int toIndex, SortOptions options)", "argsort(");
        assertThat(methods.strip()).isEqualTo(expected.toString().strip());
    }

    /** Returns the beginning of the Javadoc of a type's first method. */
    private static String start(String type) {
        return """
                    /**
                     * Sorts an array in ascending order, as {@link java.util.Arrays#sort(%s[])} does.
                """.formatted(type);
    }
}
