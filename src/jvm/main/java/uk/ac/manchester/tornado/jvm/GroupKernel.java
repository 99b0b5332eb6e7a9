package uk.ac.manchester.tornado.jvm;

/** A rewritten kernel that runs in work-groups. */
public interface GroupKernel {
    /**
     * Runs the items one after the other, each from where it stopped to its next barrier or its end.
     *
     * @param arguments the arguments of the kernel, with boxed scalars; each kernel context is replaced by the item
     */
    void step(WorkItem[] items, Object[] arguments);
}
