package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.tornadosort.SortCases.SortCase;
import io.github.tornadosort.conformance.Reference;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.testing.BufferMemory;
import io.github.tornadosort.testing.PrintedTables;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import uk.ac.manchester.tornado.api.exceptions.TornadoOutOfMemoryException;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * Plants every kind of fault in every phase of a sort. The caller's data must then be unchanged or sorted, the device's memory
 * must be free, and the sorter must work or report that it is closed. Each fault is one row of a table.
 */
@Tag("slow")
@ExtendWith(PrintedTables.class)
class FaultTableTest {
    static final String TITLE = "Faults of the device: phase, kind, outcome, where";
    /** For each phase, kind and outcome: the operations by kernel family. */
    private static final Map<List<String>, Map<String, Set<String>>> ROWS = new LinkedHashMap<>();

    /** More bytes than the smallest chunk. */
    private static final int N = 20_000;

    private static final SortOptions VERIFIED = SortOptions.builder().verify().build();

    static List<SortCase> cases() {
        // Each family of kernels once: the family of the device and, where it is fast enough, the other one.
        List<SortCase> fast = SortCases.forHostCode();
        return SortCases.all().stream()
                .filter(on -> on.equals(fast.getFirst()) || (!on.compilesLong() && isSmallGroup(on)))
                .toList();
    }

    private static boolean isSmallGroup(SortCase on) {
        return on.policy().workItems() == 32 && !on.device().name().contains("checked");
    }

    /** Fails at one checkpoint; counts them all. */
    private static final class Fault implements Checkpoint {
        private final int at;
        private final Kind kind;
        private int seen;

        private Fault(int at, Kind kind) {
            this.at = at;
            this.kind = kind;
        }

        @Override
        public void check(IntArray parameters) {
            // Not the chunks that are loaded before the survey: ChunkedSortTest makes these fail.
            if (parameters.getSize() == PassParameters.WORDS && seen++ == at) {
                kind.happen(parameters);
            }
            Checkpoint.INTERRUPTS.check(parameters);
        }
    }

    private enum Kind {
        EXECUTION_FAILS("original") {
            @Override
            void happen(IntArray parameters) {
                throw new IllegalStateException("planted");
            }
        },
        KERNEL_THROWS("original") {
            @Override
            void happen(IntArray parameters) {
                parameters.set(PassParameters.N, 1 << 30);
                parameters.set(PassParameters.SPAN, 1 << 30);
            }
        },
        OUT_OF_MEMORY("sorted") {
            @Override
            void happen(IntArray parameters) {
                throw new TornadoOutOfMemoryException("planted");
            }
        },
        INTERRUPT("original") {
            @Override
            void happen(IntArray parameters) {
                Thread.currentThread().interrupt();
            }
        },
        KERNEL_GOES_WRONG("sorted") {
            @Override
            void happen(IntArray parameters) {
                parameters.set(PassParameters.N, parameters.get(PassParameters.N) - 1);
            }
        };

        private final String outcome;

        Kind(String outcome) {
            this.outcome = outcome;
        }

        abstract void happen(IntArray parameters);

        private String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** The data of a caller, and an operation on them. */
    private enum Call {
        KEYS {
            @Override
            void sort(Sorter sorter, Data data) {
                sorter.sort(Column.of(data.keys), VERIFIED);
            }
        },
        PAIRS {
            @Override
            void sort(Sorter sorter, Data data) {
                sorter.sort(Column.of(data.keys), Column.of(data.values), VERIFIED);
            }
        },
        OBJECTS {
            @Override
            void sort(Sorter sorter, Data data) {
                sorter.objects().sort(Column.of(data.keys), data.objects, VERIFIED);
            }
        };

        abstract void sort(Sorter sorter, Data data);
    }

    /** Keys of few bits, so that a sort takes two or three passes, and their values. */
    private static final class Data {
        private static final Data ORIGINAL = new Data();
        private static final int[] ORDER = Reference.order(Column.of(ORIGINAL.keys), VERIFIED);

        private final int[] keys = Arrays.stream(IntData.random(N, 1)).map(key -> key & 0xfff).toArray();
        private final int[] values = IntStream.range(0, N).toArray();
        private final Integer[] objects = IntStream.range(0, N).boxed().toArray(Integer[]::new);

        private String state(Call call) {
            boolean same = Arrays.equals(keys, ORIGINAL.keys)
                    && Arrays.equals(values, ORIGINAL.values)
                    && Arrays.equals(objects, ORIGINAL.objects);
            boolean sorted = Arrays.equals(keys, Arrays.stream(ORDER).map(i -> ORIGINAL.keys[i]).toArray())
                    && Arrays.equals(values, call == Call.PAIRS ? ORDER : ORIGINAL.values)
                    && (call != Call.OBJECTS || Arrays.equals(objects, Arrays.stream(ORDER).boxed().toArray()));
            return same ? "original" : sorted ? "sorted" : "neither";
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void dataAreUnchangedOrSorted(SortCase on) throws InterruptedException {
        long before = BufferMemory.bytes();
        for (Call call : Call.values()) {
            List<String> phases = phases(on, call);
            for (int phase = 0; phase < phases.size(); phase++) {
                for (Kind kind : Kind.values()) {
                    if (happens(on, kind, phases.get(phase))) {
                        String outcome = outcome(on, call, phase, kind);
                        assertThat(outcome).as("%s, %s, %s", call, phases.get(phase), kind).startsWith(kind.outcome);
                        row(phases.get(phase), kind.label(), outcome, on, call);
                    }
                }
            }
        }
        long after = BufferMemory.bytes();
        assertThat(after - before).as("bytes of buffers more than before").isLessThan(1 << 20);
    }

    private static void row(String phase, String kind, String outcome, SortCase on, Call call) {
        String where = on.policy().kernels().name().toLowerCase(Locale.ROOT).replace('_', '-');
        ROWS.computeIfAbsent(List.of(phase, kind, outcome), row -> new TreeMap<>())
                .computeIfAbsent(where, w -> new TreeSet<>())
                .add(call.name().toLowerCase(Locale.ROOT));
    }

    /** Merges the rows of several operations and kernels that are equal. */
    @AfterAll
    static void addRows() {
        ROWS.forEach((row, where) -> PrintedTables.add(TITLE, row.get(0), row.get(1), row.get(2), text(where)));
    }

    private static String text(Map<String, Set<String>> where) {
        return where.entrySet().stream()
                .map(kernels -> kernels.getKey() + ": " + String.join(", ", kernels.getValue()))
                .collect(Collectors.joining("; "));
    }

    /** A copy runs no kernel. On a real device, a copy that throws could have any effect. */
    private static boolean happens(SortCase on, Kind kind, String phase) {
        return switch (kind) {
            case KERNEL_GOES_WRONG -> !phase.startsWith("copy out");
            case KERNEL_THROWS -> !phase.startsWith("copy out") && !on.compilesLong();
            default -> true;
        };
    }

    /** The names of the checkpoints of a sort. */
    private static List<String> phases(SortCase on, Call call) {
        Fault none = new Fault(-1, null);
        try (Sorter sorter = new Sorter(on.device(), on.policy(), none)) {
            int passes = sorter.sort(Column.of(new Data().keys), VERIFIED).passesIssued();
            none.seen = 0;
            call.sort(sorter, new Data());
            return IntStream.range(0, none.seen)
                    .mapToObj(i -> switch (i) {
                        case 0 -> "survey";
                        case 1 -> "checksum before";
                        default -> i < 2 + passes
                                ? "pass " + (i - 1)
                                : i == 2 + passes ? "check after" : "copy out " + (i - 2 - passes);
                    })
                    .toList();
        }
    }

    private static String outcome(SortCase on, Call call, int phase, Kind kind) {
        Fault fault = new Fault(phase, kind);
        Data data = new Data();
        try (Sorter sorter = new Sorter(on.device(), on.policy(), fault)) {
            Throwable thrown = catchThrowable(() -> call.sort(sorter, data));
            boolean interrupted = Thread.interrupted();
            assertThat(fault.seen).as("checkpoints").isGreaterThan(phase);
            assertThat(thrown == null).as("%s", thrown).isEqualTo(kind.outcome.equals("sorted"));
            assertThat(interrupted).isEqualTo(kind == Kind.INTERRUPT);
            assertThat(thrown instanceof CancellationException).isEqualTo(kind == Kind.INTERRUPT);
            Data again = new Data();
            call.sort(sorter, again);
            assertThat(again.state(call)).as("the next sort").isEqualTo("sorted");
        }
        return data.state(call) + ", and the sorter works";
    }

    /** A sort that runs while its sorter is closed completes. The next sort is refused. */
    @ParameterizedTest
    @MethodSource("cases")
    void closingWaitsForTheSort(SortCase on) throws InterruptedException {
        CountDownLatch sorting = new CountDownLatch(1);
        CountDownLatch closing = new CountDownLatch(1);
        Data data = new Data();
        Sorter sorter = new Sorter(on.device(), on.policy(), _ -> {
            sorting.countDown();
            try {
                closing.await();
                Thread.sleep(20);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        Thread thread = Thread.ofPlatform().start(() -> Call.KEYS.sort(sorter, data));
        sorting.await();
        closing.countDown();
        sorter.close();
        thread.join();
        assertThat(data.state(Call.KEYS)).isEqualTo("sorted");
        Data late = new Data();
        assertThat(catchThrowable(() -> Call.KEYS.sort(sorter, late)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("this sorter is closed");
        assertThat(late.state(Call.KEYS)).isEqualTo("original");
        row("any", "closed by another thread", "sorted, and the sorter says it is closed", on, Call.KEYS);
    }
}
