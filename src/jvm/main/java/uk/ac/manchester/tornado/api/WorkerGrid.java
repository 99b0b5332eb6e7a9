package uk.ac.manchester.tornado.api;

/** The number of work-items and groups of a task. Each array has an element for each of the dimensions x, y and z. */
public interface WorkerGrid {
    /** Returns the number of dimensions. */
    int dimension();

    /** Returns the number of work-items. */
    long[] getGlobalWork();

    /** Returns the number of work-items in a group. Null lets the runtime choose. */
    long[] getLocalWork();

    /** Returns the number of complete groups, as computed by the last call of {@link #setLocalWork}; null if there was none. */
    long[] getNumberOfWorkgroups();

    /** Returns the index of the first work-item. */
    long[] getGlobalOffset();

    void setGlobalWork(long x, long y, long z);

    /** Sets the group size and computes the number of groups. Must be called after {@link #setGlobalWork}. */
    void setLocalWork(long x, long y, long z);

    void setGlobalOffset(long x, long y, long z);
}
