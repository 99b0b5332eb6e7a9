package io.github.tornadosort.files.internal.runs;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.files.FileSortException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Merges runs of rows such as {@code key:3;}, which are stored as they are. */
class RunMergeTest {
    private static final Path INPUT = Path.of("input");

    private static final RunFormat FORMAT = (run, memory, from, to) -> {
        long at = from;
        long colon = -1;
        while (at < to && memory.get(JAVA_BYTE, at) != ';') {
            colon = memory.get(JAVA_BYTE, at) == ':' ? at : colon;
            at++;
        }
        run.found(memory, from, colon, memory, from, at + 1);
        return at < to ? at + 1 : -1;
    };

    @TempDir
    Path folder;

    private SortedRuns runs(RunOrder order, List<List<String>> rows) throws IOException {
        SortedRuns runs = new SortedRuns(INPUT, folder, order);
        for (List<String> run : rows) {
            runs.add(to -> to.accept(MemorySegment.ofArray(String.join("", run).getBytes(StandardCharsets.UTF_8))));
            for (String row : run) {
                runs.makeRoom(row.length());
            }
        }
        return runs;
    }

    private static String merge(SortedRuns runs, RunMerge merge, long bytes) throws IOException {
        StringBuilder merged = new StringBuilder();
        try (runs) {
            merge.merge(runs.all(), bytes, _ -> {}, rows -> merged.append(
                    new String(rows.toArray(JAVA_BYTE), StandardCharsets.UTF_8)));
        }
        return merged.toString();
    }

    private RunMerge merge(boolean unique, long limit, int most) {
        return new RunMerge(Path.of("input"), folder, unique, limit, most);
    }

    private static String key(String row) {
        return row.substring(0, row.indexOf(':'));
    }

    /** Returns runs of rows that are numbered, so that their order tells whether a merge is stable. */
    private static List<List<String>> random(int count) {
        Random random = new Random(count);
        List<List<String>> runs = new ArrayList<>();
        for (int run = 0; run < count; run++) {
            List<String> keys = new ArrayList<>();
            for (int row = random.nextInt(40); row > 0; row--) {
                keys.add("k".repeat(random.nextInt(10)) + random.nextInt(20));
            }
            int number = run;
            runs.add(keys.stream().sorted().map(key -> key + ":" + number + ";").toList());
        }
        return runs;
    }

    private static String expected(List<List<String>> runs) {
        return runs.stream().flatMap(List::stream)
                .sorted((one, other) -> key(one).compareTo(key(other)))
                .collect(Collectors.joining());
    }

    @Test
    void mergesAnyNumberOfRunsInAnyNumberOfPasses() throws IOException {
        for (int count : new int[] {0, 1, 2, 3, 7, 30}) {
            List<List<String>> rows = random(count);
            String expected = expected(rows);
            String unique = expected.isEmpty()
                    ? ""
                    : Arrays.stream(expected.split(";"))
                            .collect(Collectors.toMap(RunMergeTest::key, Function.identity(), (first, _) -> first))
                            .values().stream().sorted((one, other) -> key(one).compareTo(key(other)))
                            .collect(Collectors.joining(";")) + ";";
            for (int most : new int[] {2, 3, 512}) {
                RunOrder order = new RunOrder(FORMAT, false, null);
                String what = count + " runs, " + most + " at once";
                assertThat(merge(runs(order, rows), merge(false, Long.MAX_VALUE, most), 1000)).as(what).isEqualTo(expected);
                assertThat(merge(runs(order, rows), merge(false, Long.MAX_VALUE, most), 1 << 20)).as(what)
                        .isEqualTo(expected);
                assertThat(merge(runs(order, rows), merge(true, Long.MAX_VALUE, most), 1000)).as(what).isEqualTo(unique);
                assertThat(merge(runs(order, rows), merge(false, 3, most), 1000)).as(what).isEqualTo(
                        Arrays.stream(expected.split("(?<=;)")).limit(3).collect(Collectors.joining()));
            }
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void mergesDescendingRunsAndBreaksTies() throws IOException {
        RunOrder descending = new RunOrder(FORMAT, true, null);
        List<List<String>> rows = List.of(List.of("b:1;", "a:1;"), List.of("c:2;", "b:2;"), List.of("b:3;"));
        assertThat(merge(runs(descending, rows), merge(false, 9, 2), 1000)).isEqualTo("c:2;b:1;b:2;b:3;a:1;");

        Comparator<MemorySegment> last = (one, other) -> Byte.compare(other.get(JAVA_BYTE, 2), one.get(JAVA_BYTE, 2));
        RunOrder ties = new RunOrder(FORMAT, true, last);
        assertThat(merge(runs(ties, rows), merge(false, 9, 2), 1000)).isEqualTo("c:2;b:3;b:2;b:1;a:1;");
    }

    /** Keys begin with any of a few bytes, many of them, so that they differ at any offset; zeros follow the end of some. */
    @Test
    void mergesKeysThatBeginAlike() throws IOException {
        Random random = new Random(5);
        for (boolean descending : new boolean[] {false, true}) {
            Comparator<String> order = Comparator.comparing(RunMergeTest::key);
            order = descending ? order.reversed() : order;
            for (int round = 0; round < 50; round++) {
                List<List<String>> rows = new ArrayList<>();
                for (int run = 0; run < 9; run++) {
                    int number = run;
                    rows.add(random.ints(random.nextInt(50), 0, 12)
                            .mapToObj(length -> "\0\u007f".repeat(random.nextInt(3))
                                    + random.ints(length, 0, 3).mapToObj("\0a\u007f"::charAt).map(String::valueOf)
                                            .collect(Collectors.joining())
                                    + ":" + number + ";")
                            .sorted(order).toList());
                }
                String expected = rows.stream().flatMap(List::stream).sorted(order).collect(Collectors.joining());
                assertThat(merge(runs(new RunOrder(FORMAT, descending, null), rows), merge(false, 999, 512), 1000))
                        .isEqualTo(expected);
            }
        }
    }

    /** The offset of a code has 23 bits. */
    @Test
    void mergesKeysThatDifferFarBehindTheirStart() throws IOException {
        String same = "a".repeat(1 << 23);
        for (boolean descending : new boolean[] {false, true}) {
            List<List<String>> rows = List.of(
                    List.of(same + "c:1;"), List.of(same + "b:2;", same + "b:2;", same + "d:2;"),
                    List.of(same.substring(1) + ":3;"));
            Comparator<String> order = Comparator.comparing(RunMergeTest::key);
            order = descending ? order.reversed() : order;
            Comparator<String> sorted = order;
            String expected = rows.stream().flatMap(List::stream).sorted(sorted).collect(Collectors.joining());
            assertThat(merge(
                    runs(
                            new RunOrder(FORMAT, descending, null),
                            rows.stream().map(run -> run.stream().sorted(sorted).toList()).toList()),
                    merge(false, 9, 512), 400L << 20).equals(expected)).isTrue();
        }
    }

    @Test
    void aRunThatIsNotSortedIsAnError() throws IOException {
        List<List<String>> rows = List.of(List.of("a:1;", "c:1;", "b:1;"), List.of("a:2;"));
        for (boolean descending : new boolean[] {false, true}) {
            SortedRuns runs = runs(new RunOrder(FORMAT, descending, null), rows);
            assertThatThrownBy(() -> merge(runs, merge(false, 9, 512), 1000))
                    .isInstanceOf(FileSortException.class)
                    .hasMessage("input: a part of it is not in the order in which it was written to a temporary file");
        }
    }

    @Test
    void refusesToMergeInTooLittleMemory() throws IOException {
        String longRow = "a".repeat(9997) + ":1;";
        List<List<String>> rows = List.of(List.of("a:1;", longRow), List.of("a:2;"));
        RunOrder order = new RunOrder(FORMAT, false, null);
        assertThatThrownBy(() -> merge(runs(order, rows), merge(false, 9, 512), 159_999))
                .hasMessage("input: merging its runs needs 312.5 KiB of memory; choose it by memory(long)");
        assertThat(merge(runs(order, rows), merge(false, 9, 512), 160_000)).isEqualTo("a:1;a:2;" + longRow);
    }

    @Test
    void runsAreCompressed() throws IOException {
        List<List<String>> rows = random(30);
        String longRow = "kk" + "z".repeat(300_000) + ":4;";
        rows.set(4, List.of(longRow));
        rows.set(5, List.of());
        RunOrder order = new RunOrder(FORMAT, false, null, true);
        for (int most : new int[] {2, 512}) {
            assertThat(merge(runs(order, rows), merge(false, Long.MAX_VALUE, most), 8_000_000)).isEqualTo(expected(rows));
        }
    }
}
