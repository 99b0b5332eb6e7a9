package io.github.tornadosort.internal.host.rows;

import io.github.tornadosort.internal.host.keys.FewKeys64;
import io.github.tornadosort.internal.order.OrderedKeys;
import io.github.tornadosort.internal.order.OrderedKeys.Reader;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;

/**
 * What one read of the keys on the host finds.
 *
 * @param varying a mask of the ordered bits in which keys differ
 * @param sorted whether the keys are sorted
 * @param smallest the smallest key; 0 if there are no keys
 * @param largest the largest key; 0 if there are no keys
 */
public record HostSurvey(long varying, boolean sorted, long smallest, long largest) {

    /**
     * Reads the keys once, on all cores.
     *
     * @param accessed the keys' memory
     */
    public static HostSurvey of(OrderedKeys keys, MemorySegment accessed) {
        int parts = ParallelRanges.parts(keys.size());
        HostSurvey[] surveys = new HostSurvey[parts];
        ParallelRanges.each(
                parts,
                part -> surveys[part] =
                        of(keys, ParallelRanges.start(keys.size(), parts, part),
                                ParallelRanges.start(keys.size(), parts, part + 1)),
                accessed);
        HostSurvey all = surveys[0];
        for (HostSurvey part : surveys) {
            all = new HostSurvey(all.varying | part.varying, all.sorted && part.sorted,
                    Math.min(all.smallest, part.smallest), Math.max(all.largest, part.largest));
        }
        return all;
    }

    private static HostSurvey of(OrderedKeys keys, long begin, long end) {
        // Each tile begins with the last key of the previous tile.
        long at = Math.max(0, begin - 1);
        long[] tile = new long[(int) Math.min(Reader.TILE, end - at)];
        Reader reader = keys.reader(tile.length);
        long first = keys.size() > 0 ? keys.at(0) : 0;
        long varying = 0;
        long smallest = first;
        long largest = first;
        boolean descends = false;
        for (; at < end; at += Reader.TILE - 1) {
            int n = (int) Math.min(Reader.TILE, end - at);
            reader.read(at, n, tile);
            for (int i = 0; i < n; i++) {
                varying |= tile[i] ^ first;
                smallest = Math.min(smallest, tile[i]);
                largest = Math.max(largest, tile[i]);
            }
            // A loop of its own: together with the others, the JIT compiler makes no vector code of them.
            descends |= FewKeys64.descend(tile, n);
        }
        return new HostSurvey(varying, !descends, smallest, largest);
    }
}
