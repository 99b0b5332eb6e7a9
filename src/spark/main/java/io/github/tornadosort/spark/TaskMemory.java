package io.github.tornadosort.spark;

import java.io.IOException;
import org.apache.spark.TaskContext;
import org.apache.spark.memory.MemoryConsumer;
import org.apache.spark.memory.MemoryMode;
import org.apache.spark.memory.TaskMemoryManager;
import org.apache.spark.util.TaskCompletionListener;

/**
 * The part of the executor's memory that a sort uses in a task, as Spark accounts for it. Java arrays are counted, which Spark does
 * not allocate itself. The memory is given back when the task ends.
 */
final class TaskMemory extends MemoryConsumer {
    private volatile Spill spill = () -> 0;

    private TaskMemory(TaskMemoryManager manager) {
        super(manager, manager.pageSizeBytes(), MemoryMode.ON_HEAP);
    }

    static TaskMemory of(TaskContext context) {
        TaskMemory memory = new TaskMemory(context.taskMemoryManager());
        atEnd(context, () -> memory.reserve(0));
        return memory;
    }

    /** Runs an action when the task ends, whether or not it fails. */
    static void atEnd(TaskContext context, Runnable action) {
        TaskCompletionListener listener = _ -> action.run();
        context.addTaskCompletionListener(listener);
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

    /** Frees memory. */
    interface Spill {
        /** Returns the number of bytes that were freed. */
        long run() throws IOException;
    }

    /** Sets what to do if another part of the task needs memory. */
    void onRequest(Spill action) {
        spill = action;
    }

    /** Called by Spark. A sort that needs memory itself writes rows to disk before it asks for more. */
    @Override
    public long spill(long size, MemoryConsumer trigger) throws IOException {
        return trigger == this ? 0 : spill.run();
    }
}
