package io.github.tornadosort.laboratory.internal;

import java.util.stream.IntStream;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * {@code radix-four-way}: sorts by two bits per pass, counting the four digit values in one word (Ha, Krüger and Silva 2009,
 * §4.1 to §4.3), and ends as soon as the keys are sorted (§4.4). Stable.
 */
public final class RadixFourWay extends RadixLocal {
    /** Number of keys that are checked before all others, to rule out most inputs. */
    private static final int QUICK_CHECK = 1 << 16;
    private static final int MAX_CHECK_GROUPS = 512;

    /** One flag per group of the check. */
    private final IntArray descents;
    private final Stage check;

    public RadixFourWay(PlanRequest request) {
        super(request, 2, 2);
        this.descents = arrays.ints(MAX_CHECK_GROUPS);
        this.check = touchingStage("check").use(descents)
                .kernel("order", (graph, task) -> graph.task(
                        task, TileKernels::findDescents, context, keys[0], descents, p, kind, wide,
                        geometry.workItems()))
                .build();
    }

    @Override
    protected boolean isSorted(int n) {
        int quick = Math.min(n, QUICK_CHECK);
        return isSorted(1, quick) && (quick == n || isSorted(quick, n));
    }

    private boolean isSorted(int begin, int end) {
        int groups = Math.min(MAX_CHECK_GROUPS, groups(end - begin));
        p.set(AlgorithmParameters.CHECK_BEGIN, begin);
        p.set(AlgorithmParameters.CHECK_END, end);
        check.run(groups);
        fetch(descents, groups);
        return IntStream.range(0, groups).allMatch(i -> descents.get(i) == 0);
    }
}
