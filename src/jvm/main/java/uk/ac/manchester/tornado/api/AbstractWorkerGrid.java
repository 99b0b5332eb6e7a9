package uk.ac.manchester.tornado.api;

/** A grid with any number of dimensions. */
public abstract class AbstractWorkerGrid implements WorkerGrid {
    protected long[] globalWork;
    protected long[] localWork;
    protected long[] numOfWorkgroups;
    protected long[] globalOffset = {0, 0, 0};

    protected AbstractWorkerGrid(long x, long y, long z) {
        globalWork = new long[] {x, y, z};
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
        return numOfWorkgroups;
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
        numOfWorkgroups = new long[] {globalWork[0] / x, globalWork[1] / y, globalWork[2] / z};
    }

    @Override
    public void setGlobalOffset(long x, long y, long z) {
        globalOffset = new long[] {x, y, z};
    }
}
