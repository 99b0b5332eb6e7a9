package io.github.tornadosort.laboratory.internal;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** An exclusive prefix sum over one array on the device, by the three kernels of {@link ScanKernels}. */
public final class DeviceScan {
    private final KernelContext context;
    private final IntArray data;
    private final IntArray sums;
    private final IntArray p;
    private final int workItems;

    /**
     * Creates a scan.
     *
     * @param data the array that is scanned in place
     * @param sums {@link #sums} elements
     * @param p the parameter buffer
     */
    public DeviceScan(KernelContext context, IntArray data, IntArray sums, IntArray p, Geometry geometry) {
        this.context = context;
        this.data = data;
        this.sums = sums;
        this.p = p;
        this.workItems = geometry.workItems();
    }

    /** {@return the number of elements in the array of sums} */
    public static int sums() {
        return ScanKernels.MAX_GROUPS + 1;
    }

    /** Adds the three kernels to a stage that uses both arrays. */
    public AlgorithmGraphs.Stage addTo(AlgorithmGraphs.Stage stage) {
        return stage
                .kernel("reduce", workItems,
                        (graph, task) -> graph.task(task, ScanKernels::reduce, context, data, sums, p, workItems))
                .kernel("spine", workItems,
                        (graph, task) -> graph.task(task, ScanKernels::spine, context, sums, p, workItems))
                .kernel("spans", workItems,
                        (graph, task) -> graph.task(task, ScanKernels::spans, context, data, sums, p, workItems));
    }

    /**
     * Sets the parameters for a scan over the first {@code length} elements.
     *
     * @return the number of groups of the first and of the third kernel; the second kernel has one group
     */
    public int prepare(int length) {
        int tile = workItems * ScanKernels.ITEMS;
        int tiles = Math.max(1, Math.ceilDiv(length, tile));
        int span = Math.ceilDiv(tiles, Math.min(tiles, ScanKernels.MAX_GROUPS)) * tile;
        int groups = Math.max(1, Math.ceilDiv(length, span));
        p.set(AlgorithmParameters.SCAN_LENGTH, length);
        p.set(AlgorithmParameters.SCAN_SPAN, span);
        p.set(AlgorithmParameters.SCAN_GROUPS, groups);
        return groups;
    }
}
