package io.github.tornadosort.stage;

import io.github.tornadosort.internal.kernel.SegmentSpans;
import io.github.tornadosort.stage.StageTasks.Groups;
import io.github.tornadosort.stage.StageTasks.Length;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Sorts keys within segments. CUB's DeviceSegmentedSort. Segments of any lengths may be mixed. The sort is stable. Floats are
 * ordered as by {@link Float#compare}.
 *
 * <p>Reads and writes each key once, and once more for each doubling of its segment beyond a tile, 2,048 keys on a GPU.
 */
public final class SegmentedSortStage extends Stage {
    /**
     * Where segments begin and end.
     *
     * @param offsets null if there are rows
     * @param count the first element is the number of segments; null if there are rows
     * @param rowLength 0 if there are offsets
     * @param longest the largest number of keys in a segment
     */
    record Segments(IntArray offsets, IntArray count, int rowLength, int longest) {
        static Segments rows(int length) {
            return new Segments(null, null, length, length);
        }

        /** Returns the largest number of tiles that have a part of a segment. Short segments may be in two. */
        int parts(int tile) {
            boolean aligned = rowLength != 0 && (rowLength % tile == 0 || tile % rowLength == 0);
            return aligned ? Math.ceilDiv(rowLength, tile) : Math.max(1, Math.ceilDiv(longest - 1, tile)) + 1;
        }
    }

    private SegmentedSortStage(StageTasks tasks) {
        super(tasks);
    }

    /**
     * {@return a builder, which needs arrays}
     *
     * @param name name of the stage, different from all other names in the plan
     */
    public static Builder builder(String name) {
        return new Builder(name);
    }

    /**
     * Adds the kernels of a sort within segments.
     *
     * @param sorted receives the keys
     * @param order receives the index of each key, if {@code indexed}
     */
    static void add(
            StageTasks tasks, Length n, TornadoNativeArray keys, Segments segments, TornadoNativeArray sorted,
            IntArray order,
            boolean indexed, boolean descending) {
        Groups g = tasks.groups();
        int capacity = n.capacity();
        int tile = g.workItems() * g.items();
        int tiles = Math.ceilDiv(capacity, tile);
        boolean rows = segments.rowLength() != 0;
        int parts = Math.min(tiles, segments.parts(tile));
        int levels = parts <= 1 ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(parts - 1);
        int spare = levels == 0 ? 1 : capacity;
        TornadoNativeArray other = tasks.wordsOf(keys, spare);
        IntArray otherOrder = tasks.ints(indexed ? spare : 1);
        IntArray spans = tasks.ints(4 * Math.max(1, tiles));
        IntArray offsets = rows ? tasks.ints(1) : segments.offsets();
        IntArray firsts = tasks.ints(rows ? 1 : tiles + 2);
        if (!rows) {
            tasks.add("Segments", tiles / g.workItems() + 1, g.workItems(), (graph, id) -> graph.task(
                    id, SegmentSpans::findTiles, tasks.context(), offsets, segments.count(), firsts, n.array(),
                    n.at(), capacity, tile));
        }
        StageKernels.sortTiles(
                tasks, "Tiles", g.ofTiles(8, capacity), n, keys, offsets, firsts, sorted, other, order, otherOrder,
                spans, descending, indexed, segments.rowLength());
        Groups few = g.ofTiles(2 * g.items(), capacity);
        int kind = StageKernels.kind(keys);
        for (int i = levels - 1; i >= 0; i--) {
            boolean ends = i % 2 == 0;
            StageKernels.mergeTiles(
                    tasks, "Merge" + i, few, n, ends ? other : sorted, ends ? sorted : other,
                    ends ? otherOrder : order, ends ? order : otherOrder, spans, kind, descending,
                    indexed, i);
        }
    }

    /** Builds a {@link SegmentedSortStage}. */
    public static final class Builder extends OrderingBuilder<SegmentedSortStage, Builder> {
        private TornadoNativeArray keys;
        private TornadoNativeArray sorted;
        private IntArray offsets;
        private IntArray segments;
        private int longest = Integer.MAX_VALUE;
        private int rowLength;

        private Builder(String name) {
            super(name, SegmentedSortStage::new);
        }

        /**
         * Sets the keys. Their number is the length of a run.
         *
         * @param elements ints, longs, floats or doubles
         * @param results receives the keys in their order; of the same type and not shorter
         * @return this builder
         */
        public Builder keys(TornadoNativeArray elements, TornadoNativeArray results) {
            this.keys = elements;
            this.sorted = results;
            return this;
        }

        /**
         * Adds values that move with the keys.
         *
         * @param values elements of 1 to 8 bytes, at least one per key
         * @param results receives the values; of the same type and not shorter than the keys
         * @return this builder
         */
        public Builder values(TornadoNativeArray values, TornadoNativeArray results) {
            return move(results, values);
        }

        /**
         * Sets where segments begin. Keys before the first one and after the last one stay where they are. If the offsets are
         * not in order, the results are any keys, values and numbers; nothing outside the arrays is read or written.
         *
         * @param array the index of the first key of each segment, and after them the end of the last one
         * @return this builder
         */
        public Builder offsets(IntArray array) {
            this.offsets = array;
            return this;
        }

        /**
         * Takes the number of segments from the device. Without it, there is one fewer than offsets.
         *
         * @param count the first element is the number
         * @return this builder
         */
        public Builder segments(IntArray count) {
            this.segments = count;
            return this;
        }

        /**
         * Says how many keys a segment has at most. Without it, the stage has a kernel for each time that the longest possible
         * segment doubles a tile of 2,048 keys, and each takes some 10 µs on a GPU if it finds nothing to do. If a segment is
         * longer, the results are any keys, values and numbers.
         *
         * @param keyCount the largest number of keys in a segment
         * @return this builder
         */
        public Builder longest(int keyCount) {
            if (keyCount < 1) {
                throw new IllegalArgumentException("segments of at most " + keyCount + " keys");
            }
            this.longest = keyCount;
            return this;
        }

        /**
         * Makes all segments the same length: a batch of rows. The last one ends with the keys.
         *
         * @param length the number of keys of a row
         * @return this builder
         */
        public Builder rows(int length) {
            if (length < 1) {
                throw new IllegalArgumentException("rows of " + length + " keys");
            }
            this.rowLength = length;
            return this;
        }

        @Override
        void addTo(StageTasks tasks) {
            tasks.begin(name());
            tasks.read(keys, "keys");
            tasks.write(sorted, "sorted keys");
            tasks.requireSameType(sorted, "sorted keys", keys, "keys");
            int capacity = keys.getSize();
            tasks.requireLength(sorted, "sorted keys", capacity, "keys");
            if ((offsets == null) == (rowLength == 0)) {
                throw new IllegalStateException("stage " + name() + " needs either offsets or rows");
            }
            if (rowLength != 0 && longest != Integer.MAX_VALUE) {
                throw new IllegalStateException(
                        "stage " + name() + ": rows have their length, and a longest segment is set");
            }
            if (rowLength != 0 && segments != null) {
                throw new IllegalStateException(
                        "stage " + name() + ": the number of segments belongs to offsets, and there are rows");
            }
            Segments within = rowLength == 0 ? offsets(tasks) : Segments.rows(rowLength);
            IntArray indices = indices(tasks, capacity);
            Length n = tasks.length(length(), capacity);
            add(tasks, n, keys, within, sorted, indices, isIndexed(), isDescending());
            for (int i = 0; i < values().size(); i++) {
                TornadoNativeArray in = tasks.read(values().get(i).from().getFirst(), "values " + i);
                TornadoNativeArray out = tasks.write(values().get(i).to(), "sorted values " + i);
                tasks.requireSameType(out, "sorted values", in, "values");
                tasks.requireLength(in, "values", capacity, "keys");
                tasks.requireLength(out, "sorted values", capacity, "keys");
                StageKernels.gather(tasks, "Values" + i, tasks.groups(), n, in, indices, out);
            }
        }

        private Segments offsets(StageTasks tasks) {
            tasks.requireLength(tasks.read(offsets, "offsets"), "offsets", 1, "end of the last segment");
            int most = offsets.getSize() - 1;
            IntArray count = tasks.number(segments, "number of segments", "number of segments", most);
            return new Segments(offsets, count, 0, longest);
        }
    }
}
