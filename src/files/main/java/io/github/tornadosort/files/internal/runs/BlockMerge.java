package io.github.tornadosort.files.internal.runs;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** Merges runs block by block: all rows in memory that come before those that are not. */
record BlockMerge(List<StoredRun> runs, KeyOrder format) {
    /** Takes the next rows of each run: those up to the least last row in memory of a run that has more. */
    List<MemorySegment> take() throws IOException {
        List<MemorySegment> blocks = new ArrayList<>();
        int bounding = -1;
        MemorySegment bound = MemorySegment.NULL;
        for (int run = 0; run < runs.size(); run++) {
            MemorySegment block = runs.get(run).block();
            blocks.add(block);
            if (runs.get(run).hasMore()) {
                MemorySegment last = block.asSlice(block.byteSize() - format.width());
                if (bounding < 0 || compare(last, 0, bound) < 0) {
                    bounding = run;
                    bound = last;
                }
            }
        }
        for (int run = 0; bounding >= 0 && run < runs.size(); run++) {
            // Equal rows of later runs must wait: the bounding run may have more of them.
            long count = countBefore(blocks.get(run), bound, run <= bounding);
            blocks.set(run, blocks.get(run).asSlice(0, count * format.width()));
        }
        for (int run = 0; run < runs.size(); run++) {
            runs.get(run).skip(blocks.get(run).byteSize());
        }
        return blocks;
    }

    private long compare(MemorySegment rows, long at, MemorySegment row) {
        return format.difference(rows, at, at + format.width(), row, 0, format.width());
    }

    /** Returns how many rows are less than another one, or, if {@code andEqual}, not greater. */
    private long countBefore(MemorySegment sorted, MemorySegment row, boolean andEqual) {
        long low = 0;
        long high = sorted.byteSize() / format.width();
        while (low < high) {
            long middle = (low + high) >>> 1;
            long comparison = compare(sorted, middle * format.width(), row);
            if (comparison < 0 || andEqual && comparison == 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
