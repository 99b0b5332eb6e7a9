package io.github.tornadosort.stage;

import io.github.tornadosort.internal.kernel.SegmentSpans;
import io.github.tornadosort.stage.StageTasks.Groups;
import io.github.tornadosort.stage.StageTasks.Length;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** The tasks of a sort within segments. */
final class SegmentTasks {
    private SegmentTasks() {}

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

    /**
     * Where the result goes.
     *
     * @param keys not shorter than the keys to be sorted
     * @param order receives the index of each key, if wanted
     * @param indexed whether indices are wanted
     */
    record Target(TornadoNativeArray keys, IntArray order, boolean indexed) {}

    static void add(
            StageTasks tasks, Length n, TornadoNativeArray keys, Segments segments, Target target, boolean descending) {
        Groups g = tasks.groups();
        int capacity = n.capacity();
        int tile = g.workItems() * g.items();
        int tiles = Math.ceilDiv(capacity, tile);
        boolean rows = segments.rowLength() != 0;
        int parts = Math.min(tiles, segments.parts(tile));
        int levels = parts <= 1 ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(parts - 1);
        TornadoNativeArray sorted = target.keys();
        int spare = levels == 0 ? 1 : capacity;
        TornadoNativeArray other = tasks.wordsOf(keys, spare);
        IntArray otherOrder = tasks.ints(target.indexed() ? spare : 1);
        IntArray spans = tasks.ints(4 * Math.max(1, tiles));
        IntArray offsets = rows ? tasks.ints(1) : segments.offsets();
        IntArray firsts = tasks.ints(rows ? 1 : tiles + 2);
        if (!rows) {
            tasks.add("Segments", tiles / g.workItems() + 1, g.workItems(), (graph, id) -> graph.task(
                    id, SegmentSpans::findTiles, tasks.context(), offsets, segments.count(), firsts, n.array(),
                    n.at(), capacity, tile));
        }
        StageKernels.sortTiles(
                tasks, "Tiles", g.ofTiles(8, capacity), n, keys, offsets, firsts, sorted, other, target.order(), otherOrder,
                spans, descending, target.indexed(), segments.rowLength());
        Groups few = g.ofTiles(2 * g.items(), capacity);
        int kind = StageKernels.kind(keys);
        for (int i = levels - 1; i >= 0; i--) {
            boolean ends = i % 2 == 0;
            StageKernels.mergeTiles(
                    tasks, "Merge" + i, few, n, ends ? other : sorted, ends ? sorted : other,
                    ends ? otherOrder : target.order(), ends ? target.order() : otherOrder, spans, kind, descending,
                    target.indexed(), i);
        }
    }
}
