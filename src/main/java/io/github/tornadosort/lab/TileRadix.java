package io.github.tornadosort.lab;

import io.github.tornadosort.graph.RadixGraphs.Order;
import io.github.tornadosort.graph.RadixGraphs.Outcome;
import io.github.tornadosort.kernel.PassParameters;
import io.github.tornadosort.kernel.lab.OrderCheck;
import io.github.tornadosort.kernel.lab.StepParameters;
import io.github.tornadosort.kernel.lab.Tiles;
import java.util.stream.IntStream;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * {@code radix-local} and {@code radix-four-way}: each pass sorts tiles in local memory by a digit, scans a table of tile and
 * digit counts, and writes the tiles digit by digit. They differ in how a tile is sorted, and in that the latter looks before
 * each pass whether the keys are in order already: whether some of them are, which all passes but the first find out on their
 * way, while they sort these keys' tiles, and if so, whether all are.
 */
final class TileRadix extends LaboratoryPlan {
    /** Keys of the quick check, which finds that most inputs are not in order (Ha, Krüger and Silva 2009, §4.4). */
    private static final int QUICK_CHECK = 1 << 16;

    private static final int CHECK_GROUPS = 512;

    private final int digitBits;
    private final int roundBits;
    private final IntArray counts;
    private final IntArray sums;
    private final IntArray tilesDescents;
    private final DeviceScan scan;
    private final Stages.Stage counting;
    private final Stages.Stage scattering;
    private final IntArray descents;
    private final Stages.Stage check;

    private TileRadix(
            Setting setting,
            int digitBits,
            int roundBits,
            boolean checksOrder) {
        super(setting);
        this.digitBits = digitBits;
        this.roundBits = roundBits;
        this.counts = arrays.ints(Math.ceilDiv(capacity, geometry.tile()) << digitBits);
        this.sums = arrays.ints(DeviceScan.sums());
        this.tilesDescents = arrays.ints(Tiles.CHECKED_TILES * geometry.workItems());
        this.scan = new DeviceScan(context, counts, sums, p, geometry);
        this.counting = counting(checksOrder ? Tiles.ONE_DIGIT_CHECKED : Tiles.ONE_DIGIT);
        this.scattering = scattering();
        this.descents = arrays.ints(CHECK_GROUPS);
        this.check = checksOrder ? check() : null;
    }

    /** One-bit splits in the tile (Satish, Harris and Garland 2009, §IV; PMPP, §13.5). */
    static TileRadix local(Setting setting, int digitBits) {
        return new TileRadix(setting, digitBits, 1, false);
    }

    /** Digits of two bits, counted four ways in one word (Ha, Krüger and Silva 2009). */
    static TileRadix fourWay(Setting setting) {
        return new TileRadix(setting, 2, 2, true);
    }

    /** The first half of a pass, which leaves the keys as they are, so that it can tell whether they are in order. */
    private Stages.Stage counting(int by) {
        IntArray none = arrays.ints(1);
        Stages.Stage stage = stage("count").use(counts, sums, tilesDescents, none);
        stage.kernel("tiles", geometry.workItems(), (graph, task) -> graph.task(
                task, Tiles::sort, context, keys[0], keys[1], values[0], values[1], counts, none, none, none,
                tilesDescents, data, p, by, kind, wide, withValues, geometry.workItems(), geometry.items(), digitBits,
                roundBits));
        return scan.addTo(stage).done();
    }

    private Stages.Stage scattering() {
        IntArray none = arrays.ints(1);
        return stage("move").use(counts, none)
                .kernel("scatter", geometry.workItems(), (graph, task) -> graph.task(
                        task, Tiles::scatter, context, keys[1], keys[0], values[1], values[0], counts, none, none, data,
                        p, Tiles.ONE_DIGIT, wide, withValues, geometry.workItems(), geometry.items(), digitBits))
                .done();
    }

    private Stages.Stage check() {
        return holding("check").use(descents)
                .kernel("order", geometry.workItems(), (graph, task) -> graph.task(
                        task, OrderCheck::check, context, keys[0], descents, data, p, kind, wide,
                        geometry.workItems()))
                .done();
    }

    @Override
    Outcome sort(int n, Order order) {
        int tiles = Math.ceilDiv(n, geometry.tile());
        int groups = scan.prepare(tiles << digitBits);
        p.set(StepParameters.TILES, tiles);
        int end = Long.SIZE - Long.numberOfLeadingZeros(order.bits());
        if (check != null && isSorted(n)) {
            return stages.outcome(0, 0);
        }
        int done = 0;
        for (int shift = Long.numberOfTrailingZeros(order.bits()); shift < end; shift += digitBits) {
            p.set(PassParameters.SHIFT, shift);
            p.set(PassParameters.MASK, (1 << Math.min(digitBits, end - shift)) - 1);
            counting.run(tiles, groups, 1, groups);
            if (check != null && done > 0 && firstTilesAreSorted(tiles)) {
                if (isSorted(n)) {
                    break;
                }
                // The counters were not handed on through the check.
                counting.run(tiles, groups, 1, groups);
            }
            scattering.run(tiles);
            done++;
        }
        return stages.outcome(0, done);
    }

    private boolean firstTilesAreSorted(int tiles) {
        return isZero(tilesDescents, Math.min(tiles, Tiles.CHECKED_TILES) * geometry.workItems());
    }

    private boolean isZero(IntArray flags, int count) {
        stages.fetch(flags, count);
        return IntStream.range(0, count).allMatch(i -> flags.get(i) == 0);
    }

    private boolean isSorted(int n) {
        int quick = Math.min(n, QUICK_CHECK);
        return isSorted(1, quick) && (quick == n || isSorted(quick, n));
    }

    private boolean isSorted(int begin, int end) {
        int groups = Math.min(CHECK_GROUPS, groups(end - begin));
        p.set(StepParameters.CHECK_BEGIN, begin);
        p.set(StepParameters.CHECK_END, end);
        check.run(groups);
        return isZero(descents, groups);
    }
}
