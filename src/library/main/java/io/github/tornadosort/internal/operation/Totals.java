package io.github.tornadosort.internal.operation;

import io.github.tornadosort.SortStats;
import io.github.tornadosort.internal.policy.Stats;
import java.util.List;

/** Adds up the sorts that one operation consists of. */
final class Totals {
    private Totals() {}

    /**
     * Returns the sum of the sorts. Its keys are the rows, each counted once, and its chunks are those of the first sort,
     * which takes all rows.
     *
     * @param sorts at least one
     */
    static SortStats of(long rows, List<SortStats> sorts) {
        return sorts.stream().map(Stats::of).reduce(Stats::plus).orElseThrow().sorted(rows, sorts.getFirst().chunks());
    }
}
