package io.github.tornadosort.internal.host;

import io.github.tornadosort.internal.host.OrderedKeys.Reader;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;

/**
 * What one read of the keys on the host finds.
 *
 * @param varying a mask of the ordered bits in which keys differ
 * @param sorted whether the keys are sorted
 */
public record HostSurvey(long varying, boolean sorted) {

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
            all = new HostSurvey(all.varying | part.varying, all.sorted && part.sorted);
        }
        return all;
    }

    private static HostSurvey of(OrderedKeys keys, long begin, long end) {
        Reader reader = keys.reader();
        long[] tile = new long[Reader.TILE];
        long first = keys.size() > 0 ? keys.at(0) : 0;
        long varying = 0;
        boolean sorted = true;
        // Each tile begins with the last key of the previous tile.
        for (long at = Math.max(0, begin - 1); at < end; at += Reader.TILE - 1) {
            int n = (int) Math.min(Reader.TILE, end - at);
            reader.read(at, n, tile);
            int descents = 0;
            for (int i = 1; i < n; i++) {
                varying |= tile[i] ^ first;
                descents += tile[i] < tile[i - 1] ? 1 : 0;
            }
            sorted &= descents == 0;
        }
        return new HostSurvey(varying, sorted);
    }
}
