package uk.ac.manchester.tornado.jvm;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import uk.ac.manchester.tornado.api.exceptions.TornadoRuntimeException;

/** The work-items of one group and their local memory. One thread uses it for one group after the other. */
final class WorkGroup {

    private final CompiledGroups kernel;
    private final int globalSize;
    private final WorkItem[] items;
    private final List<Object> locals = new ArrayList<>();
    private int index;

    WorkGroup(CompiledGroups kernel, int size, int globalSize) {
        this.kernel = kernel;
        this.globalSize = globalSize;
        this.items = new WorkItem[size];
        for (int i = 0; i < size; i++) {
            items[i] = new WorkItem(this, i, kernel.savedVariables());
        }
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

    /** The group's array of an allocation in the kernel's code; all items get the same, with what the last group left. */
    <T> T local(Class<T> type, int size, int site) {
        while (locals.size() <= site) {
            locals.add(null);
        }
        Object array = locals.get(site);
        if (array == null || Array.getLength(array) != size) {
            array = Array.newInstance(type.componentType(), size);
            locals.set(site, array);
        }
        return type.cast(array);
    }

    /** Runs the group with that index to its end. */
    void run(int group, Object[] arguments) {
        index = group;
        if (!kernel.hasBarriers()) {
            kernel.code().step(items, arguments);
            return;
        }
        for (WorkItem item : items) {
            item.restart();
        }
        do {
            kernel.code().step(items, arguments);
        } while (isWaiting());
    }

    /** @throws TornadoRuntimeException if the items are not all at the same barrier, or all at the end */
    private boolean isWaiting() {
        int point = items[0].resumePoint();
        for (WorkItem item : items) {
            if (item.resumePoint() != point) {
                throw new TornadoRuntimeException("divergent barrier in kernel " + kernel.method() + ": of group " + index
                        + ", work-item 0 " + place(point) + " and work-item " + item.localIndex() + " "
                        + place(item.resumePoint()));
            }
        }
        return point != WorkItem.FINISHED;
    }

    private String place(int point) {
        return point == WorkItem.FINISHED
                ? "has ended"
                : "waits at line " + kernel.barrierLines().get(point - 1);
    }
}
