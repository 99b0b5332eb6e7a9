package io.github.tornadosort.laboratory.internal;

import io.github.tornadosort.internal.kernel.PassParameters;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * A radix sort from the least significant digit up, whose passes have two halves. {@link #sortTiles} sorts each tile by the
 * digit, from the first buffer to the second, and scans a table of the tiles' digit counts. {@link #scatter} writes the tiles
 * back to the first buffer, digit by digit. Between the two halves the first buffer still holds the keys in their old order.
 */
public abstract class TileRadixPlan extends AlgorithmPlan {
    protected final int digitBits;
    /** One flag per work-item for each of the first tiles: see {@link TileKernels#sort}. */
    protected final IntArray tileDescents;
    private final IntArray counts;
    private final DeviceScan scan;
    private final AlgorithmGraphs.Stage sorting;
    private final AlgorithmGraphs.Stage scattering;
    private int tiles;

    /**
     * Creates the graphs and their buffers.
     *
     * @param digitBits width of a digit
     * @param roundBits bits by which one round of a tile's sort sorts: 1 or 2
     * @param digitSource {@link TileKernels#ONE_DIGIT} or {@link TileKernels#ONE_DIGIT_CHECKED}
     */
    protected TileRadixPlan(PlanRequest request, int digitBits, int roundBits, int digitSource) {
        super(request);
        this.digitBits = digitBits;
        this.counts = arrays.ints(Math.ceilDiv(capacity, geometry.tile()) << digitBits);
        this.tileDescents = arrays.ints(TileKernels.CHECKED_TILES * geometry.workItems());
        this.scan = new DeviceScan(context, arrays, counts, p, geometry);
        this.sorting = sorting(roundBits, digitSource);
        this.scattering = scattering();
    }

    private AlgorithmGraphs.Stage sorting(int roundBits, int digitSource) {
        IntArray none = arrays.ints(1);
        AlgorithmGraphs.Stage stage = graphs.stage("count").use(scan.arrays()).use(tileDescents, none);
        stage.kernel("tiles", geometry.workItems(), (graph, task) -> graph.task(
                task, TileKernels::sort, context, keys[0], keys[1], values[0], values[1], counts, none, none, none,
                tileDescents, p, digitSource, kind, wide, withValues, geometry.workItems(), geometry.items(),
                digitBits, roundBits));
        return scan.addTo(stage).build();
    }

    private AlgorithmGraphs.Stage scattering() {
        IntArray none = arrays.ints(1);
        return graphs.stage("move").use(scan.scanned(), none)
                .kernel("scatter", geometry.workItems(), (graph, task) -> graph.task(
                        task, TileKernels::scatter, context, keys[1], keys[0], values[1], values[0], scan.scanned(), none,
                        none, p, TileKernels.ONE_DIGIT, wide, withValues, geometry.workItems(), geometry.items(),
                        digitBits))
                .build();
    }

    /** Sets the parameters for n keys. */
    protected final void prepare(int n) {
        tiles = Math.ceilDiv(n, geometry.tile());
        scan.setLength(tiles << digitBits);
        p.set(AlgorithmParameters.TILES, tiles);
    }

    /** Sets the digit: {@code digitBits} bits from {@code shift} up, or fewer at the {@code end} of the compared bits. */
    protected final void setDigit(int shift, int end) {
        p.set(PassParameters.WINDOWS, shift);
        p.set(PassParameters.WINDOWS + 1, (1 << Math.min(digitBits, end - shift)) - 1);
    }

    /** Runs the first half of a pass. */
    protected final void sortTiles() {
        sorting.run(tiles, scan.groups(), scan.groups());
    }

    /** Runs the second half of a pass. */
    protected final void scatter() {
        scattering.run(tiles);
    }
}
