package io.github.tornadosort.lab;

import io.github.tornadosort.kernel.lab.Scan;
import io.github.tornadosort.kernel.lab.StepParameters;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** Adds the three kernels of a scan over one array to a stage, and says how many groups each has. */
final class DeviceScan {

    private final KernelContext context;
    private final IntArray data;
    private final IntArray sums;
    private final IntArray p;
    private final int workItems;

    /** @param sums {@link Scan#MOST_GROUPS} elements and one */
    DeviceScan(KernelContext context, IntArray data, IntArray sums, IntArray p, Geometry geometry) {
        this.context = context;
        this.data = data;
        this.sums = sums;
        this.p = p;
        this.workItems = geometry.workItems();
    }

    /** Room for the sums. */
    static int sums() {
        return Scan.MOST_GROUPS + 1;
    }

    /** Adds the kernels to a stage that uses both arrays. */
    Stages.Stage addTo(Stages.Stage stage) {
        return stage
                .kernel("reduce", workItems,
                        (graph, task) -> graph.task(task, Scan::reduce, context, data, sums, p, workItems))
                .kernel("spine", workItems, (graph, task) -> graph.task(task, Scan::spine, context, sums, p, workItems))
                .kernel("spans", workItems,
                        (graph, task) -> graph.task(task, Scan::spans, context, data, sums, p, workItems));
    }

    /** Sets the parameters for so many elements; returns the groups of the first and the last kernel; the other has one. */
    int prepare(int length) {
        int tiles = Math.max(1, Math.ceilDiv(length, workItems * Scan.ITEMS));
        int span = Math.ceilDiv(tiles, Math.min(tiles, Scan.MOST_GROUPS)) * workItems * Scan.ITEMS;
        int groups = Math.max(1, Math.ceilDiv(length, span));
        p.set(StepParameters.SCAN_LENGTH, length);
        p.set(StepParameters.SCAN_SPAN, span);
        p.set(StepParameters.SCAN_GROUPS, groups);
        return groups;
    }
}
