package io.github.tornadosort.spark;

import org.apache.spark.TaskContext;
import org.apache.spark.memory.MemoryConsumer;
import org.apache.spark.memory.MemoryMode;
import org.apache.spark.memory.TaskMemoryManager;
import org.apache.spark.util.TaskCompletionListener;

/**
 * The memory of Java arrays of a task, as Spark accounts for it. It is given back when the task ends.
 */
final class TaskMemory extends MemoryConsumer {
    private TaskMemory(TaskMemoryManager manager) {
        super(manager, manager.pageSizeBytes(), MemoryMode.ON_HEAP);
    }

    static TaskMemory of(TaskContext context) {
        TaskMemory memory = new TaskMemory(context.taskMemoryManager());
        TaskCompletionListener listener = _ -> memory.reserve(0);
        context.addTaskCompletionListener(listener);
        return memory;
    }

    /**
     * Changes the number of bytes that are reserved.
     *
     * @return false if there is too little memory; what was reserved before stays reserved
     */
    boolean reserve(long bytes) {
        long more = bytes - getUsed();
        if (more <= 0) {
            freeMemory(-more);
            return true;
        }
        long granted = acquireMemory(more);
        if (granted < more) {
            freeMemory(granted);
            return false;
        }
        return true;
    }

    /** Reserves up to this number of bytes. Returns the number of reserved bytes. */
    long reserveUpTo(long bytes) {
        acquireMemory(bytes);
        return getUsed();
    }

    /** Called by Spark. What is reserved is in use. */
    @Override
    public long spill(long size, MemoryConsumer trigger) {
        return 0;
    }
}
