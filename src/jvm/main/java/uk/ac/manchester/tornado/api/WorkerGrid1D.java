package uk.ac.manchester.tornado.api;

/** A one-dimensional grid. */
public class WorkerGrid1D implements WorkerGrid {
    public static final int DIM = 1;

    private long[] globalWork;
    private long[] localWork;
    private long[] groups;
    private long[] globalOffset = {0, 0, 0};

    public WorkerGrid1D(int x) {
        globalWork = new long[] {x, 1, 1};
    }

    @Override
    public int dimension() {
        return DIM;
    }

    @Override
    public long[] getGlobalWork() {
        return globalWork;
    }

    @Override
    public long[] getLocalWork() {
        return localWork;
    }

    @Override
    public long[] getNumberOfWorkgroups() {
        return groups;
    }

    @Override
    public long[] getGlobalOffset() {
        return globalOffset;
    }

    @Override
    public void setGlobalWork(long x, long y, long z) {
        globalWork = new long[] {x, y, z};
    }

    @Override
    public void setLocalWork(long x, long y, long z) {
        localWork = new long[] {x, y, z};
        groups = new long[] {globalWork[0] / x, globalWork[1] / y, globalWork[2] / z};
    }

    @Override
    public void setGlobalOffset(long x, long y, long z) {
        globalOffset = new long[] {x, y, z};
    }
}
