package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.AllocationTrials.Call;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.policy.SortPolicy;
import io.github.tornadosort.internal.policy.SortPolicy.Kernels;
import io.github.tornadosort.testing.BufferMemory;
import io.github.tornadosort.testing.FailingAllocations;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Lets each allocation of each operation fail in turn. The caller's data must then be unchanged or sorted, and the sorter must
 * still work. On the host, these are the allocations of all threads, of every size, and those inside the JDK's sorts; on
 * devices, of the memory that grows with the data.
 */
@Tag("slow")
class AllocationFaultsTest {
    private static Method trialsOf;

    @BeforeAll
    static void loadTheLibraryAgain() throws ReflectiveOperationException {
        trialsOf = FailingAllocations.loader().loadClass(AllocationTrials.class.getName()).getDeclaredMethod("of",
                String.class);
        trialsOf.setAccessible(true);
    }

    static List<String> calls() {
        return AllocationTrials.calls();
    }

    @ParameterizedTest
    @MethodSource("calls")
    @Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void dataAreUnchangedOrSorted(String call) throws ReflectiveOperationException {
        @SuppressWarnings("unchecked") Map<String, FailingAllocations.Trial> trials =
                (Map<String, FailingAllocations.Trial>) trialsOf.invoke(null, call);
        List<String> faults = new ArrayList<>();
        int[] failures = {0};
        Map<String, Set<Integer>> failed = new HashMap<>();
        trials.forEach((what, trial) -> {
            List<String> found = new ArrayList<>();
            // An allocation that has failed in one order of the same keys is not tried in the others.
            Set<Integer> before = failed.computeIfAbsent(what.substring(0, what.lastIndexOf(',')), _ -> new HashSet<>());
            failures[0] += FailingAllocations.failEach(trial, before, found);
            found.forEach(fault -> faults.add(what + ": " + fault));
        });
        assertThat(failures[0]).as("allocations that failed").isPositive();
        assertThat(faults).isEmpty();
    }

    /** Number of keys, which the device with little memory sorts in two chunks. */
    private static final int N = 700;

    /** How a device sorts. */
    private enum Where {
        WHOLE, CHUNKS, WRONG;

        private Sorter sorter(Call call) {
            // Keys alone are loaded in chunks.
            SortPolicy policy = this == WHOLE && call == Call.SORT
                    ? new SortPolicy(Kernels.WORK_GROUP, 5, 2, 32, 4, 0, 0, 100)
                    : new SortPolicy(Kernels.BLOCK, 11, 1, 0, 0);
            SortDevice device = SortDevice.preferred();
            // The verification notices the key that the kernels omit, and the host sorts.
            Checkpoint checkpoint = this == WRONG ? p -> p.set(PassParameters.N, p.get(PassParameters.N) - 1) : _ -> {};
            return Sorter.builder().device(this == CHUNKS ? LargeColumnTest.withRoomFor(512, device, policy) : device)
                    .policy(policy).verified().checkpoint(checkpoint).open();
        }
    }

    /** All operations in chunks, which allocate most, and the first ones in the other ways. */
    static Stream<Arguments> callsOfDevices() {
        return Stream.of(
                Call.SORT, Call.SORT_WITH_INT32, Call.ARGSORT, Call.SORT_WITH_INT64, Call.SORT_WITH_OBJECTS, Call.LEXSORT,
                Call.RUN_LENGTHS, Call.RECORDS)
                .flatMap(call -> Stream.of(Where.values()).map(where -> Arguments.of(call, where)))
                .filter(each -> each.get()[1] == Where.CHUNKS || ((Call) each.get()[0]).compareTo(Call.ARGSORT) <= 0);
    }

    @ParameterizedTest
    @MethodSource("callsOfDevices")
    void dataOfDevicesAreUnchangedOrSorted(Call call, Where where) throws InterruptedException {
        assumeTrue(SortDevice.preferred().backend().equals("jvm"), "the host's code is the same on every device");
        long before = BufferMemory.bytes();
        KeyType type = List.of(KeyType.FLOAT32, KeyType.UINT8, KeyType.INT64).get(call.ordinal() % 3);
        assertThat(failEach(call, where, type, false) + failEach(call, where, type, true)).isPositive();
        long most = before + (1 << 20);
        assertThat(BufferMemory.bytes(most)).as("bytes of buffers").isLessThanOrEqualTo(most);
    }

    /**
     * Fails the first allocation of a new sorter's first call, then the second one of another's, until all succeed. Returns the
     * number of allocations.
     *
     * @param lasts whether all later ones fail, too
     */
    private static int failEach(Call call, Where where, KeyType type, boolean lasts) {
        // Keys that are equal in their upper bits, so that the sort has more steps.
        CallData original = new CallData(KeyInputs.of(type).get("clusters").apply(N), N, _ -> true, Order.ASCENDING);
        CallData sorted = new CallData(original, null);
        Object result;
        try (Sorter sorter = where.sorter(call)) {
            result = call.run(sorter, sorted, Order.ASCENDING);
        }
        for (int at = 0;; at++) {
            String what = "%s, %s, %s, allocation %d fails, lasts: %s".formatted(call, where, type, at, lasts);
            int failing = at;
            AtomicInteger seen = new AtomicInteger();
            try (Sorter sorter = where.sorter(call)) {
                CallData data = new CallData(original, null);
                Object[] returned = new Object[1];
                HostMemory.watch(_ -> {
                    int number = seen.getAndIncrement();
                    if (number == failing || lasts && number > failing) {
                        throw new OutOfMemoryError("planted");
                    }
                });
                Throwable thrown = catchThrowable(() -> returned[0] = call.run(sorter, data, Order.ASCENDING));
                HostMemory.watch(null);
                if (thrown == null) {
                    assertThat(Objects.deepEquals(returned[0], result)).as(what).isTrue();
                    assertThat(data.isSame(sorted)).as("sorted: %s", what).isTrue();
                } else {
                    assertThat(thrown).as(what).isInstanceOf(OutOfMemoryError.class).hasMessage("planted");
                    assertThat(data.isSame(original) || data.isSame(sorted)).as("original or sorted: %s", what).isTrue();
                }
                if (seen.get() <= at) {
                    return at;
                }
                CallData next = new CallData(original, null);
                assertThat(Objects.deepEquals(call.run(sorter, next, Order.ASCENDING), result)).as("next after %s", what)
                        .isTrue();
                assertThat(next.isSame(sorted)).as("next after %s", what).isTrue();
            } finally {
                HostMemory.watch(null);
            }
        }
    }
}
