package io.github.tornadosort.stage;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.driver.Handle;
import io.github.tornadosort.internal.policy.SortPolicy;
import io.github.tornadosort.reference.KeyData;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;
import uk.ac.manchester.tornado.api.types.arrays.ByteArray;
import uk.ac.manchester.tornado.api.types.arrays.DoubleArray;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.api.types.arrays.ShortArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** What the tests of stages share: groups and tiles so small that few elements cross their edges. */
public final class StageRuns {
    /** 64 work-items of 4 elements, a tile of 256 elements; 3 blocks. Scans have 32 of 16 or 32. */
    static final int TILE = 256;

    static final int BLOCKS = 3;
    /** Several tiles a block, and the last tile is not full. */
    static final int CAPACITY = 2 * BLOCKS * TILE + 77;

    static final int[] LENGTHS =
            {CAPACITY, 0, 1, TILE - 1, TILE, TILE + 1, 2 * TILE - 1, 2 * TILE, 2 * TILE + 1, 4 * TILE - 1, 4 * TILE,
                4 * TILE + 1, 5 * TILE,
                BLOCKS * TILE, BLOCKS * TILE + 1};

    private StageRuns() {}

    /** Sets the policy of a sort for a test of another package. */
    public static SortStage.Builder with(SortPolicy policy, SortStage.Builder sort) {
        return sort.policy(policy);
    }

    static List<SortDevice> devices() {
        return SortDevice.all();
    }

    /** A device, and whether kernels look back there. */
    record Way(SortDevice device, boolean looksBack) {}

    /** Returns all devices, with and without look-back. A CPU can do the former with one thread alone. */
    static List<Way> ways() {
        return devices().stream()
                .flatMap(device -> Stream.of(new Way(device, true), new Way(device, false)))
                .filter(way -> !way.looksBack() || way.device().type() == SortDevice.Type.GPU
                        || way.device().backend().equals("jvm") || "1".equals(System.getenv("POCL_MAX_PTHREAD_COUNT")))
                .toList();
    }

    static <S extends Stage, B extends PartBuilder<S, B>> B on(Way way, B builder) {
        return on(way.device(), builder).looksBack(way.looksBack());
    }

    /** Sets the device and small groups. */
    static <S extends Stage, B extends PartBuilder<S, B>> B on(SortDevice device, B builder) {
        return builder.device(device).groups(64, 4, BLOCKS);
    }

    /** Runs a stage that has its inputs on the host, with each length, and calls the check after each run. */
    static void run(Way way, Stage stage, int[] lengths, IntConsumer before, IntConsumer check)
            throws TornadoExecutionPlanException {
        run(way.device(), stage, lengths, before, check);
    }

    /** Runs a stage that has its inputs on the host, with each length, and calls the check after each run. */
    public static void run(SortDevice device, Stage stage, int[] lengths, IntConsumer before, IntConsumer check)
            throws TornadoExecutionPlanException {
        ImmutableTaskGraph[] graphs = stage.graphs().toArray(ImmutableTaskGraph[]::new);
        try (stage; TornadoExecutionPlan plan = new TornadoExecutionPlan(graphs)) {
            plan.withDevice(Handle.of(device));
            stage.scheduleOn(plan, graphs, new GridScheduler());
            for (int n : lengths) {
                before.accept(n);
                stage.run(n);
                check.accept(n);
            }
        }
    }

    /** Returns the elements of an array by their bits. */
    static Column bits(TornadoNativeArray array) {
        KeyType type = switch (array.getElementSize()) {
            case Byte.BYTES -> KeyType.UINT8;
            case Short.BYTES -> KeyType.UINT16;
            case Integer.BYTES -> KeyType.UINT32;
            default -> KeyType.UINT64;
        };
        return new Column(array.getSegment(), type);
    }

    /** Returns new arrays of elements of 1, 2, 4 and 8 bytes; element i has the bits of this number times i. */
    static List<TornadoNativeArray> values(int n, long factor) {
        List<TornadoNativeArray> arrays =
                List.of(new ByteArray(n), new ShortArray(n), new FloatArray(n), new DoubleArray(n));
        for (TornadoNativeArray array : arrays) {
            IntStream.range(0, n).forEach(i -> KeyData.setBits(bits(array), i, factor * i));
        }
        return arrays;
    }
}
