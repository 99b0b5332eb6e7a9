package uk.ac.manchester.tornado.jvm;

import java.util.function.BooleanSupplier;
import java.util.function.ObjIntConsumer;

/** The work-items of a group and their local memory. One thread uses the object for many groups, one after the other. */
final class WorkGroup {
    private final CompiledGroupKernel kernel;
    /** Returns when the condition holds, or all groups before the one with an index have ended. */
    private final ObjIntConsumer<BooleanSupplier> waiting;
    private final int globalSize;
    private final WorkItem[] items;
    private final LocalMemory localMemory;
    private int index;

    WorkGroup(CompiledGroupKernel kernel, int size, int globalSize, ObjIntConsumer<BooleanSupplier> waiting) {
        this.waiting = waiting;
        this.kernel = kernel;
        this.globalSize = globalSize;
        this.localMemory = new LocalMemory(kernel.localArrays());
        this.items = new WorkItem[size];
        for (int i = 0; i < size; i++) {
            items[i] = new WorkItem(this, i, kernel.savedVariables());
        }
    }

    void awaitEarlierGroups(BooleanSupplier condition) {
        waiting.accept(condition, index);
    }

    int index() {
        return index;
    }

    int size() {
        return items.length;
    }

    int globalSize() {
        return globalSize;
    }

    int firstGlobal() {
        return index * items.length;
    }

    /** Returns the name of a work-item in messages. */
    String name(int item, int group) {
        return "work-item " + item + " of group " + group + " (global " + (group * items.length + item) + ")";
    }

    LocalMemory localMemory() {
        return localMemory;
    }

    /**
     * Runs the group with an index to its end.
     *
     * @param step runs each item to its next barrier or its end
     * @throws KernelFault unless all items reach the same barrier or all items end
     */
    void run(int group, Object[] arguments, GroupKernel step) {
        index = group;
        for (WorkItem item : items) {
            WorkItem.resumeAt(item, WorkItem.START);
        }
        do {
            step.step(items, arguments);
        } while (kernel.hasBarriers() && isWaiting());
    }

    private boolean isWaiting() {
        int point = WorkItem.resumePoint(items[0]);
        for (WorkItem item : items) {
            if (WorkItem.resumePoint(item) != point) {
                throw new KernelFault("kernel " + kernel.method() + ": divergent barrier: " + items[0] + " "
                        + state(point) + ", but " + item + " " + state(WorkItem.resumePoint(item)));
            }
        }
        return point != WorkItem.FINISHED;
    }

    private String state(int point) {
        return point == WorkItem.FINISHED
                ? "has ended"
                : "waits at " + kernel.method().location(kernel.barriers().get(point - 1).line());
    }
}
