package io.github.tornadosort.bench;

import io.github.tornadosort.Column;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What programs do with files: the input, which is made from the keys of a case, and the check of the output. */
enum FileJob {
    /** {@code sort-text-file}: int32 keys, one per line. */
    INTEGERS("sort-text-file") {
        @Override
        void write(Column keys, Path input) throws IOException {
            int[] ints = keys.segment().toArray(ValueLayout.JAVA_INT_UNALIGNED);
            Files.write(input, IntStream.of(ints).mapToObj(Integer::toString).toList());
        }

        @Override
        String verify(Column keys, Path output) throws IOException {
            try (Stream<String> lines = Files.lines(output)) {
                return Verification.sorted(keys, Column.of(lines.mapToInt(Integer::parseInt).toArray()));
            }
        }
    },
    /** {@code sort-lines-file}: words, one per line. */
    LINES("sort-lines-file") {
        @Override
        void write(Column keys, Path input) throws IOException {
            Files.write(input, List.of(StringKeys.of(keys, "words")));
        }

        @Override
        String verify(Column keys, Path output) throws IOException {
            try (Stream<String> lines = Files.lines(output)) {
                String[] expected = StringKeys.of(keys, "words");
                Arrays.parallelSort(expected);
                return Arrays.equals(expected, lines.toArray(String[]::new)) ? null : "the lines are wrong";
            }
        }
    },
    /** {@code sort-csv-file}: a table with a header, by a text and a number that descends. */
    TABLE("sort-csv-file"),
    /** {@code sort-rows-file}: the same table without its header, for programs that know none. */
    ROWS("sort-rows-file");

    private final String operation;

    FileJob(String operation) {
        this.operation = operation;
    }

    /** Returns all jobs by their operations. */
    static Map<String, FileJob> all() {
        return Stream.of(values()).collect(Collectors.toMap(job -> job.operation, job -> job));
    }

    /** Writes the input of a request beside the file of its keys. */
    Path input(Request request) throws IOException {
        Path input = request.keys().resolveSibling("input.txt");
        try (Arena arena = Arena.ofShared()) {
            write(request.mapped(arena), input);
        }
        return input;
    }

    void write(Column keys, Path input) throws IOException {
        CsvTable.write(keys, input, this == TABLE);
    }

    /** Describes what is wrong with the output, or returns null. */
    String verify(Request request, Path output) throws IOException {
        try (Arena arena = Arena.ofShared()) {
            return verify(request.mapped(arena), output);
        }
    }

    String verify(Column keys, Path output) throws IOException {
        return CsvTable.verify(keys, output, this == TABLE);
    }
}
