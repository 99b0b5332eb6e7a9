package io.github.tornadosort.internal.selftest;

import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.SortPlan;
import java.util.Optional;

/**
 * Sorts test keys with a plan of a radix sort before its first use. The plan's kernels have to be compiled anyway, so that the test costs
 * little more than the sort. {@link KernelCheck} also tests the kernels that only other data needs, and compiles each of them.
 */
final class PlanCheck {
    /** Keys of a test. A plan of more keys is tested with this number of them, unless its own number needs other kernels. */
    private static final int MOST_KEYS = 1 << 20;

    private PlanCheck() {}

    /** Tests a plan. Returns a description of the first wrong key, if there is one. */
    static Optional<String> firstWrong(SortPolicy policy, PlanShape shape, int capacity, SortPlan plan) {
        return KernelCheck.firstWrong("a sort", () -> new SortCheck(
                new TestKeys(shape, -1), keys(policy, capacity), SortOptions.ascending()).run(plan));
    }

    /**
     * Returns the number of keys that a plan is tested with. A plan for so many keys that they are sorted in buckets of two digits gets
     * enough of them: with fewer, the test would compile kernels that the sorts do not need, and leave out those that they need.
     */
    static int keys(SortPolicy policy, int capacity) {
        boolean many = policy.bucketedKeys() > 0 && capacity >= policy.bucketedKeys();
        return Math.min(capacity, many ? Math.max(policy.bucketedKeys(), MOST_KEYS) : MOST_KEYS);
    }
}
