package io.github.tornadosort.cli.options;

import io.github.tornadosort.KeyType;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * What a file holds: keys of a type, or lines of text.
 *
 * @param keys the type of the keys, or null for text
 */
public record FileType(KeyType keys) {
    static final FileType TEXT = new FileType(null);

    public static FileType[] values() {
        return Stream.concat(Arrays.stream(KeyType.values()).map(FileType::new), Stream.of(TEXT)).toArray(FileType[]::new);
    }

    public String label() {
        return keys == null ? "text" : keys.label();
    }
}
