package uk.ac.manchester.tornado.jvm;

/** A rewritten kernel that runs as work-items. */
public interface GroupKernel {

    /**
     * Runs each item, one after the other, from where it is to its next barrier or its end.
     *
     * @param arguments the kernel's, scalars boxed; kernel contexts among them are replaced by the item
     */
    void step(WorkItem[] items, Object[] arguments);
}
