package io.github.tornadosort.stage;

import io.github.tornadosort.internal.kernel.GroupGather;
import io.github.tornadosort.internal.plan.Gather;
import io.github.tornadosort.stage.StageTasks.Groups;
import io.github.tornadosort.stage.StageTasks.Length;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task13;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** Tasks that move values of 1 to 8 bytes by their indices. */
final class Gathers {
    private Gathers() {}

    static void add(StageTasks tasks, Length n, String task, TornadoNativeArray from, IntArray order,
            TornadoNativeArray to) {
        Groups g = tasks.groups();
        Gather gather = new Gather(from, order, to);
        tasks.add(task, (graph, id) -> gather.addTo(
                graph, id, n.array(), n.at(), n.capacity(), g.workItems(), g.blocks()));
    }

    /** Moves values of two arrays: -1 minus an index is one of the second array. */
    static void addTwo(
            StageTasks tasks,
            Length n,
            String task,
            TornadoNativeArray first,
            TornadoNativeArray second,
            IntArray order,
            TornadoNativeArray to,
            IntArray secondLength,
            int secondCapacity) {
        Two two = new Two(tasks, n, task, first, second, order, to, secondLength, secondCapacity);
        switch (first.getElementSize()) {
            case 1 -> two.add(GroupGather::gatherTwoBytes);
            case 2 -> two.add(GroupGather::gatherTwoShorts);
            case 4 -> two.add(GroupGather::gatherTwoInts);
            case 8 -> two.add(GroupGather::gatherTwoLongs);
            default -> throw Gather.unsupported(first);
        }
    }

    private record Two(
            StageTasks tasks,
            Length n,
            String task,
            TornadoNativeArray first,
            TornadoNativeArray second,
            IntArray order,
            TornadoNativeArray to,
            IntArray secondLength,
            int secondCapacity) {
        <A> void add(
                Task13<KernelContext, A, A, IntArray, A, IntArray, Integer, IntArray, Integer, Integer, Integer, Integer,
                        Integer> gather) {
            Groups g = tasks.groups();
            A in = StageTasks.as(first);
            A others = StageTasks.as(second);
            A out = StageTasks.as(to);
            tasks.add(task, (graph, id) -> graph.task(
                    id, gather, tasks.context(), in, others, order, out, secondLength, secondCapacity, n.array(), n.at(),
                    n.capacity(), g.workItems(), g.items(), g.blocks()));
        }
    }
}
