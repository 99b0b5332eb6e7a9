package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.UnsortedException;
import io.github.tornadosort.files.internal.io.Concatenation;
import io.github.tornadosort.files.internal.io.RowMultiset;
import io.github.tornadosort.files.internal.io.StandardStreams;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Checks that files are sorted.
 *
 * @param distinct whether equal rows are not in order
 */
public record RowCheck(CheckedRows rows, boolean distinct) {
    /**
     * Checks the order of the rows of files, one after the other.
     *
     * @return the number of rows
     * @throws UnsortedException if they are not in order; the message names the row
     */
    public long requireOrder(List<Path> files) throws IOException {
        long[] count = {0};
        rows.read(files, row -> {
            requireOrder(row);
            count[0]++;
        });
        return count[0];
    }

    /**
     * Checks that a file is in order and has the rows of others.
     *
     * @return the number of rows
     * @throws FileSortException if it has not
     */
    public long requireSorted(List<Path> inputs, Path sorted) throws IOException {
        RowMultiset before = new RowMultiset(rows.kind() + "s");
        RowMultiset after = new RowMultiset(rows.kind() + "s");
        // A stream may end only when the inputs have been written, as in "… | tee in | sort | verify in -".
        boolean isStream = sorted.equals(StandardStreams.INPUT);
        String stream = isStream ? readSorted(sorted, after) : null;
        String expected = rows.read(inputs, row -> before.add(row.bytes()));
        String found = isStream ? stream : readSorted(sorted, after);
        Path input = Concatenation.name(inputs);
        String problem = found.equals(expected)
                ? after.difference(before, input)
                : "expected " + rows.header() + " of " + input;
        if (problem != null) {
            throw new FileSortException(sorted, problem + oneOf(inputs, before.more(after))
                    + oneOf(List.of(sorted), after.more(before)));
        }
        return after.count();
    }

    /** Names the first row with this hash, which the files have once more than they should, if they can be read again. */
    private String oneOf(List<Path> files, RowMultiset.Hash hash) throws IOException {
        String[] found = {""};
        if (hash != null && files.stream().allMatch(Files::isRegularFile)) {
            long[] index = {0};
            rows.read(files, row -> {
                if (found[0].isEmpty() && RowMultiset.Hash.of(row.bytes()).equals(hash)) {
                    found[0] = "; " + Concatenation.name(files) + " has " + row.name(index[0]) + " once more";
                }
                index[0]++;
            });
        }
        return found[0];
    }

    private String readSorted(Path sorted, RowMultiset found) throws IOException {
        return rows.read(List.of(sorted), row -> {
            requireOrder(row);
            found.add(row.bytes());
        });
    }

    private void requireOrder(CheckedRows.Row row) throws UnsortedException, FileSortException {
        int comparison = row.compareLast();
        if (comparison > 0 || distinct && comparison == 0) {
            throw row.disorder(comparison == 0);
        }
    }
}
