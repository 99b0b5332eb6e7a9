package io.github.tornadosort.laboratory.internal;

import io.github.tornadosort.internal.kernel.GroupPrefix;
import io.github.tornadosort.internal.plan.DeviceArrays;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** An exclusive prefix sum over one array on the device, by the kernels of {@link GroupPrefix}. */
public final class DeviceScan {
    /** Elements per work-item and tile. */
    private static final int ITEMS = 16;
    private static final int MAX_BLOCKS = 512;

    private final KernelContext context;
    private final IntArray data;
    private final IntArray scanned;
    private final IntArray sums;
    private final IntArray p;
    private final int workItems;
    private final int blocks;

    /**
     * Creates a scan.
     *
     * @param data the elements
     * @param p the parameter buffer
     */
    public DeviceScan(KernelContext context, DeviceArrays arrays, IntArray data, IntArray p, Geometry geometry) {
        this.context = context;
        this.data = data;
        this.scanned = arrays.ints(data.getSize());
        this.p = p;
        this.workItems = geometry.workItems();
        this.blocks = Math.clamp(Math.ceilDiv(data.getSize(), workItems * ITEMS), 1, MAX_BLOCKS);
        this.sums = arrays.ints(blocks);
    }

    /** {@return the arrays that a stage of the scan uses} */
    public Object[] arrays() {
        return new Object[] {data, scanned, sums};
    }

    /** {@return the result: for each element, the sum of those before it} */
    public IntArray scanned() {
        return scanned;
    }

    /** {@return the number of groups of each kernel} */
    public int groups() {
        return blocks;
    }

    /** Adds two kernels to a stage that uses {@link #arrays}. */
    public AlgorithmGraphs.Stage addTo(AlgorithmGraphs.Stage stage) {
        int length = AlgorithmParameters.SCAN_LENGTH;
        int capacity = data.getSize();
        return stage
                .kernel("reduce", workItems, (graph, task) -> graph.task(task, GroupPrefix::reduceInts, context, data,
                        sums, 0, 0, 1, p, length, capacity, workItems, ITEMS, blocks))
                .kernel("scan", workItems, (graph, task) -> graph.task(task, GroupPrefix::scanInts, context, data,
                        scanned, sums, 0, 0, 1, 0, p, length, capacity, workItems, ITEMS, blocks));
    }

    /** Sets the number of elements to scan. */
    public void setLength(int length) {
        p.set(AlgorithmParameters.SCAN_LENGTH, length);
    }
}
