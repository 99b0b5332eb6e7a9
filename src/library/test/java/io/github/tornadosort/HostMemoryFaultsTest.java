package io.github.tornadosort;

import static io.github.tornadosort.SortOptions.ascending;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.testing.BufferMemory;
import io.github.tornadosort.testing.PrintedTables;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Lets each allocation of host memory fail in turn, alone and with all later ones, in every operation. The caller's data must
 * then be unchanged or sorted, and the sorter must still work.
 */
@Tag("slow")
@ExtendWith(PrintedTables.class)
class HostMemoryFaultsTest {
    private static final SortPolicy BLOCK = new SortPolicy(Kernels.BLOCK, 11, 1, 0, 0);
    private static final SortPolicy GROUP = new SortPolicy(Kernels.WORK_GROUP, 5, 2, 32, 4, 0, 0, 100);
    private static final SortOptions VERIFIED = SortOptions.builder().verify().build();
    private static final SortOptions ON_HOST = SortOptions.builder().onHost().build();
    /** Number of keys, which the device with little memory sorts in two or three chunks. */
    private static final int N = 700;
    /** Number of keys from which top-k selects keys before it sorts. */
    private static final int MANY = 1 << 15;

    /** Where and how an operation sorts. */
    private enum Where {
        WHOLE, CHUNKS, WORK_GROUPS, CHUNKS_OF_WORK_GROUPS, HOST;

        private Sorter sorter() {
            SortPolicy policy = this == WORK_GROUPS || this == CHUNKS_OF_WORK_GROUPS ? GROUP : BLOCK;
            SortDevice device = SortDevice.preferred();
            boolean few = this == CHUNKS || this == CHUNKS_OF_WORK_GROUPS;
            Checkpoint right = p -> {};
            // The verification notices the key that the kernels omit.
            Checkpoint wrong = p -> p.set(PassParameters.N, p.get(PassParameters.N) - 1);
            return new Sorter(
                    few ? LargeColumnTest.withRoomFor(512, device, policy) : device, policy, this == HOST ? wrong : right);
        }
    }

    private enum Call {
        SORT {
            @Override
            Object run(Sorter sorter, CallData data) {
                return sorter.sort(data.keys, VERIFIED).keys();
            }
        },
        SORT_WITH_INT32 {
            @Override
            Object run(Sorter sorter, CallData data) {
                return sorter.sort(data.keys, Column.of(data.ints), VERIFIED).keys();
            }
        },
        SORT_WITH_INT64 {
            @Override
            Object run(Sorter sorter, CallData data) {
                return sorter.sort(data.keys, Column.of(data.longs), VERIFIED).keys();
            }
        },
        SORT_WITH_OBJECTS {
            @Override
            Object run(Sorter sorter, CallData data) {
                return sorter.objects().sort(data.keys, data.objects, VERIFIED).keys();
            }
        },
        ARGSORT {
            @Override
            Object run(Sorter sorter, CallData data) {
                return sorter.argsort(data.keys, VERIFIED);
            }
        },
        ARGSORT_OF_SORTED_KEYS {
            @Override
            Object run(Sorter sorter, CallData data) {
                return sorter.argsort(data.first);
            }
        },
        LEXSORT {
            @Override
            Object run(Sorter sorter, CallData data) {
                return sorter.lexsort(List.of(
                        new SortKey(Column.of(data.longs), SortOptions.builder().descending().build()),
                        new SortKey(data.keys, VERIFIED)));
            }
        },
        SORT_SEGMENTS {
            @Override
            Object run(Sorter sorter, CallData data) {
                int n = (int) data.keys.size();
                sorter.segments(new int[] {0, n / 3, n}).sort(data.keys, Column.of(data.longs), VERIFIED);
                return null;
            }
        },
        TOP_K {
            @Override
            Object run(Sorter sorter, CallData data) {
                TopK top = sorter.topK(data.keys, 10, ascending());
                return List.of(top.keys().toArray(), top.indices());
            }
        },
        RUN_LENGTHS {
            @Override
            Object run(Sorter sorter, CallData data) {
                Runs runs = sorter.runLengths(data.keys, VERIFIED);
                return List.of(runs.keys().toArray(), runs.counts());
            }
        },
        MERGE {
            @Override
            Object run(Sorter sorter, CallData data) {
                sorter.merge(data.first, data.second, data.keys, ascending());
                return null;
            }
        },
        PARTITION {
            @Override
            Object run(Sorter sorter, CallData data) {
                return sorter.partition(data.keys, 2);
            }
        },
        RECORDS {
            @Override
            Object run(Sorter sorter, CallData data) {
                sorter.records().sort(Records.of(data.records, CallData.WIDTH, 3, 10), VERIFIED);
                return null;
            }
        },
        ARGSORT_RECORDS {
            @Override
            Object run(Sorter sorter, CallData data) {
                return sorter.records().argsort(Records.of(data.records, CallData.WIDTH, 3, 10), VERIFIED);
            }
        },
        RECORDS_ON_HOST {
            @Override
            Object run(Sorter sorter, CallData data) {
                sorter.records().sort(Records.of(data.records, CallData.WIDTH, 3, 10), ON_HOST);
                return null;
            }
        },
        ARGSORT_RECORDS_ON_HOST {
            @Override
            Object run(Sorter sorter, CallData data) {
                return sorter.records().argsort(Records.of(data.records, CallData.WIDTH, 3, 10), ON_HOST);
            }
        },
        STRINGS {
            @Override
            Object run(Sorter sorter, CallData data) {
                return sorter.sort(data.strings, VERIFIED).keys();
            }
        },
        STRINGS_WITH_INT32 {
            @Override
            Object run(Sorter sorter, CallData data) {
                sorter.strings().sort(Strings.of(data.strings), Column.of(data.ints), VERIFIED);
                return null;
            }
        },
        SEGMENTS_OF_STRINGS {
            @Override
            Object run(Sorter sorter, CallData data) {
                return sorter.segments(new int[] {5, N / 2, N}).sort(Strings.of(data.strings), VERIFIED).keys();
            }
        },
        STRINGS_ON_HOST {
            @Override
            Object run(Sorter sorter, CallData data) {
                return sorter.sort(data.strings, ON_HOST).keys();
            }
        },
        BYTE_STRINGS_ON_HOST {
            @Override
            Object run(Sorter sorter, CallData data) {
                return sorter.strings().sort(data.byteStringsAndNulls(), Column.of(data.ints), ON_HOST).keys();
            }
        },
        UNIQUE_STRINGS_ON_HOST {
            @Override
            Object run(Sorter sorter, CallData data) {
                return sorter.strings().unique(data.byteStringsAndNulls(), ON_HOST).toArray();
            }
        },
        RANKS_OF_STRINGS_ON_HOST {
            @Override
            Object run(Sorter sorter, CallData data) {
                return sorter.strings().ranks(data.byteStringsAndNulls(), ON_HOST).toArray();
            }
        };

        abstract Object run(Sorter sorter, CallData data);
    }

    /** Fails one allocation, or this one and all later ones. */
    private static final class Fault implements LongConsumer {
        private final int at;
        private final boolean lasts;
        private final AtomicInteger seen = new AtomicInteger();

        private Fault(int at, boolean lasts) {
            this.at = at;
            this.lasts = lasts;
        }

        @Override
        public void accept(long bytes) {
            int number = seen.getAndIncrement();
            if (number == at || lasts && number > at) {
                throw new OutOfMemoryError("planted");
            }
        }

        private boolean happened() {
            return seen.get() > at;
        }
    }

    /** The most bytes that buffers may occupy after all tests: 1 MiB more than before the first one. */
    private static long mostBytes;

    @BeforeAll
    static void needsTheJvmBackend() throws InterruptedException {
        assumeTrue(SortDevice.preferred().backend().equals("jvm"), "the host's code is the same on every device");
        mostBytes = BufferMemory.bytes() + (1 << 20);
    }

    @AfterEach
    void stopFailing() {
        HostMemory.watch(null);
    }

    @AfterAll
    static void allMemoryIsFree() throws InterruptedException {
        assertThat(BufferMemory.bytes(mostBytes)).as("bytes of buffers").isLessThanOrEqualTo(mostBytes);
    }

    static Stream<Arguments> calls() {
        return Stream.of(Call.values()).flatMap(call -> Stream.of(Where.values())
                .filter(where -> happens(call, where))
                .map(where -> Arguments.of(call, where)));
    }

    /**
     * Operations other than sorts consist of sorts, so the family of kernels does not matter. Indices of records and variants of
     * sorts of strings allocate what the sorts of records and strings do. Only verified sorts fall back to the host.
     */
    private static boolean happens(Call call, Where where) {
        if (call.name().endsWith("ON_HOST")) {
            return where == Where.WHOLE;
        }
        if (call == Call.ARGSORT_RECORDS || call == Call.STRINGS_WITH_INT32 || call == Call.SEGMENTS_OF_STRINGS) {
            return where == Where.WHOLE;
        }
        return switch (where) {
            case WHOLE, CHUNKS -> true;
            case HOST -> call != Call.MERGE && call != Call.ARGSORT_OF_SORTED_KEYS && call != Call.PARTITION;
            case WORK_GROUPS, CHUNKS_OF_WORK_GROUPS -> call.compareTo(Call.ARGSORT) <= 0;
        };
    }

    @ParameterizedTest
    @MethodSource("calls")
    void eachAllocationFailsInTurn(Call call, Where where) {
        int faults = 0;
        List<KeyType> types = List.of(KeyType.FLOAT32, KeyType.UINT8, KeyType.INT64);
        boolean all = where == Where.WHOLE && call.compareTo(Call.RECORDS) < 0;
        KeyType one = types.get(call.ordinal() % types.size());
        for (KeyType type : all ? types : List.of(one)) {
            faults += failEach(call, where, type, true);
        }
        faults += failEach(call, where, one, false);
        assertThat(faults).as("allocations that failed").isPositive();
    }

    /** Fails the first allocation of a new sorter's first call, then the second one of another's, until all succeed. */
    private static int failEach(Call call, Where where, KeyType type, boolean lasts) {
        int n = call == Call.TOP_K ? MANY : N;
        // Keys that are equal in their upper bits, so that the sort has more steps.
        CallData original = new CallData(KeyInputs.of(type).get("clusters").apply(n), n, _ -> true, ascending());
        CallData sorted = new CallData(original, null);
        Object result;
        try (Sorter sorter = where.sorter()) {
            result = call.run(sorter, sorted);
        }
        for (int at = 0;; at++) {
            String what = "%s, %s, %s, allocation %d fails, lasts: %s".formatted(call, where, type, at, lasts);
            Fault fault = new Fault(at, lasts);
            try (Sorter sorter = where.sorter()) {
                CallData data = new CallData(original, null);
                HostMemory.watch(fault);
                Object[] returned = new Object[1];
                Throwable thrown = catchThrowable(() -> returned[0] = call.run(sorter, data));
                HostMemory.watch(null);
                if (thrown == null) {
                    assertThat(returned[0]).as(what).usingRecursiveComparison().isEqualTo(result);
                    assertThat(data.isSame(sorted)).as("sorted: %s", what).isTrue();
                } else {
                    assertThat(thrown).as(what).isInstanceOf(OutOfMemoryError.class).hasMessage("planted");
                    assertThat(data.isSame(original) || data.isSame(sorted)).as("original or sorted: %s", what).isTrue();
                }
                if (!fault.happened()) {
                    return at;
                }
                CallData next = new CallData(original, null);
                assertThat(call.run(sorter, next)).as("next after %s", what).usingRecursiveComparison().isEqualTo(result);
                assertThat(next.isSame(sorted)).as("next after %s", what).isTrue();
            }
        }
    }
}
