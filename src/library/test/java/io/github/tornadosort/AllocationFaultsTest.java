package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.testing.FailingAllocations;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Lets each allocation of each operation on the host fail in turn: those of all threads, of every size, and those inside the JDK's
 * sorts. The caller's data must then be unchanged or sorted, and the sorter must still work. {@link HostMemoryFaultsTest} does this on
 * devices, for the memory that grows with the data.
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
}
