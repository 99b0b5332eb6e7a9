package io.github.tornadosort.files.internal.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowMultisetTest {
    private static final Path INPUT = Path.of("input");

    private static RowMultiset of(List<String> rows) {
        RowMultiset multiset = new RowMultiset("rows");
        rows.forEach(row -> multiset.add(MemorySegment.ofArray(row.getBytes(StandardCharsets.ISO_8859_1))));
        return multiset;
    }

    @Test
    void findsEachChangedByte() {
        List<String> rows = new ArrayList<>();
        for (int length = 0; length < 20; length++) {
            rows.add("x".repeat(length));
            rows.add("\0".repeat(length));
        }
        List<String> reversed = new ArrayList<>(rows);
        Collections.reverse(reversed);
        assertThat(of(reversed).difference(of(rows), INPUT)).isNull();
        for (int row = 0; row < rows.size(); row++) {
            for (int at = 0; at < rows.get(row).length(); at++) {
                List<String> changed = new ArrayList<>(rows);
                changed.set(row, new StringBuilder(rows.get(row)).replace(at, at + 1, "y").toString());
                assertThat(of(changed).difference(of(rows), INPUT)).as("byte %d of row %d", at, row)
                        .isEqualTo("its rows differ from those of input (compared by a 128-bit hash)");
            }
        }
    }

    @Test
    void findsBytesThatMovedToAnotherRow() {
        assertThat(of(List.of("ab", "")).difference(of(List.of("a", "b")), INPUT)).contains("differ");
        assertThat(of(List.of("12345678", "1")).difference(of(List.of("1", "12345678")), INPUT)).isNull();
        assertThat(of(List.of("a")).difference(of(List.of("a", "a")), INPUT)).isEqualTo("expected the 2 rows of input, found 1");
    }
}
