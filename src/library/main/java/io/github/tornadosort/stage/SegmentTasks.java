package io.github.tornadosort.stage;

import io.github.tornadosort.internal.kernel.GroupSegments32;
import io.github.tornadosort.internal.kernel.GroupSegments64;
import io.github.tornadosort.internal.kernel.SegmentSpans;
import io.github.tornadosort.stage.StageTasks.Groups;
import io.github.tornadosort.stage.StageTasks.Length;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task16;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task19;
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

        /** Returns the largest number of tiles that a segment has a part in. Overlapping ones may be in two, however short they are. */
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

    /** Adds the tasks for keys of 32 or 64 bits. */
    static void add(
            StageTasks tasks, Length n, TornadoNativeArray keys, Segments segments, Target target, boolean descending) {
        if (StageTasks.isWide(keys)) {
            add(tasks, n, keys, segments, target, descending, GroupSegments64::sortTiles, GroupSegments64::mergeTiles);
        } else {
            add(tasks, n, keys, segments, target, descending, GroupSegments32::sortTiles, GroupSegments32::mergeTiles);
        }
    }

    private static <A> void add(
            StageTasks tasks,
            Length n,
            TornadoNativeArray keys,
            Segments segments,
            Target target,
            boolean descending,
            Task19<KernelContext, A, IntArray, IntArray, A, A, IntArray, IntArray, IntArray, Integer, Integer,
                    Integer, Integer, IntArray, Integer, Integer, Integer, Integer, Integer> sortTiles,
            Task16<KernelContext, A, A, IntArray, IntArray, IntArray, Integer, Integer, Integer, Integer, IntArray, Integer,
                    Integer, Integer, Integer, Integer> mergeTiles) {
        Groups g = tasks.groups();
        int capacity = n.capacity();
        int tile = g.workItems() * g.items();
        int tiles = Math.ceilDiv(capacity, tile);
        boolean rows = segments.rowLength() != 0;
        int parts = Math.min(tiles, segments.parts(tile));
        int levels = parts <= 1 ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(parts - 1);
        Groups eight = g.ofTiles(8, capacity);
        A in = StageTasks.as(keys);
        A sorted = StageTasks.as(target.keys());
        int spare = levels == 0 ? 1 : capacity;
        A other = StageTasks.as(tasks.wordsOf(keys, spare));
        IntArray otherOrder = tasks.ints(target.indexed() ? spare : 1);
        IntArray spans = tasks.ints(4 * Math.max(1, tiles));
        int kind = StageTasks.kind(keys);
        int inverted = descending ? 1 : 0;
        int indexed = target.indexed() ? 1 : 0;
        IntArray offsets = rows ? tasks.ints(1) : segments.offsets();
        IntArray firsts = tasks.ints(rows ? 1 : tiles + 2);
        if (!rows) {
            tasks.add("Segments", tiles / g.workItems() + 1, g.workItems(), (graph, id) -> graph.task(
                    id, SegmentSpans::findTiles, tasks.context(), offsets, segments.count(), firsts, n.array(),
                    n.at(), capacity, tile));
        }
        tasks.add("Tiles", eight, (graph, id) -> graph.task(
                id, sortTiles, tasks.context(), in, offsets, firsts, sorted, other,
                target.order(), otherOrder, spans, kind, inverted, indexed, segments.rowLength(), n.array(), n.at(),
                capacity,
                eight.workItems(), eight.items(), eight.blocks()));
        Groups few = g.ofTiles(2 * g.items(), capacity);
        for (int i = levels - 1; i >= 0; i--) {
            int remaining = i;
            boolean ends = i % 2 == 0;
            A from = ends ? other : sorted;
            A to = ends ? sorted : other;
            IntArray fromOrder = ends ? otherOrder : target.order();
            IntArray toOrder = ends ? target.order() : otherOrder;
            tasks.add("Merge" + i, few, (graph, id) -> graph.task(
                    id, mergeTiles, tasks.context(), from, to, fromOrder, toOrder, spans, kind, inverted, indexed,
                    remaining, n.array(), n.at(), capacity, few.workItems(), few.items(), few.blocks()));
        }
    }
}
