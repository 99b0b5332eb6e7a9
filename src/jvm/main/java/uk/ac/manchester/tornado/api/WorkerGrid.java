package uk.ac.manchester.tornado.api;

/** How many work-items a task has and how they are grouped; each array has the three dimensions x, y and z. */
public interface WorkerGrid {

    /** Dimensions in use. */
    int dimension();

    /** Work-items. */
    long[] getGlobalWork();

    /** Work-items of a group; null leaves the choice to the runtime. */
    long[] getLocalWork();

    /** Whole groups, as of the last {@link #setLocalWork}; null before it. */
    long[] getNumberOfWorkgroups();

    /** Index of the first work-item. */
    long[] getGlobalOffset();

    void setGlobalWork(long x, long y, long z);

    /** Also computes the number of groups: call it after {@link #setGlobalWork}. */
    void setLocalWork(long x, long y, long z);

    void setNumberOfWorkgroupsToNull();

    void setLocalWorkToNull();

    void setGlobalOffset(long x, long y, long z);
}
