package io.github.tornadosort.internal.host.keys;

import io.github.tornadosort.internal.threads.ParallelRanges;

/**
 * Keys of which most repeat few values. The JDK sorts each part of them: its quicksort takes a pass or two more for each doubling of the
 * number of values, while a distribution to buckets takes the same time for any values. The parts are cut at the values of the sample, so
 * that most keys are only counted.
 */
final class RepeatedKeys${W} {
    private RepeatedKeys${W}() {}

    /**
     * Copies and sorts all parts, and cuts them to pieces. Returns the buckets.
     *
     * @param split bucket b gets keys above {@code split[b - 1]}, up to {@code split[b]}
     */
    static Buckets${W} cut(Work${W} work, int lo, int n, ${key}[] split) {
        int buckets = split.length + 1;
        int parts = work.parts(n, buckets);
        int[] starts = new int[parts + 1];
        for (int part = 0; part <= parts; part++) {
            starts[part] = (int) ParallelRanges.start(n, parts, part);
        }
        Pieces${W} pieces = Pieces${W}.sorted(starts, parts, split, work.ends(parts, buckets));
        work.allocate(n, 0, buckets, true);
        work.crew.loop(parts, (part, thread) -> {
            int from = starts[part];
            int to = starts[part + 1];
            work.keys.load(lo + from, work.copy(), from, to - from);
            LocalSort${W}.sortRepeated(work.copy(), from, to);
            findEnds(pieces, part, split, work.copy(), to);
        });
        return new Buckets${W}(work, pieces, pieces.startsOfBuckets(), lo, n);
    }

    /** Finds the ends of a part's pieces by binary search for each splitter. */
    private static void findEnds(Pieces${W} pieces, int part, ${key}[] split, ${key}[] keys, int end) {
        int at = pieces.begin(part, 0);
        for (int bucket = 0; bucket < split.length; bucket++) {
            at = Merge${W}.above(keys, at, end, split[bucket]);
            pieces.setEnd(part, bucket, at);
        }
        pieces.setEnd(part, split.length, end);
    }
}
