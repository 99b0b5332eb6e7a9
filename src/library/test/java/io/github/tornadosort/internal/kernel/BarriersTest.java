package io.github.tornadosort.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.SortDevice;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.instruction.InvokeInstruction;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.WorkerGrid1D;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * Tests on the checked device that the kernels of a radix pass have the barriers that they need, and no others. Removes each
 * barrier from the class file in turn: the device must then find a fault, with or without values.
 */
@Tag("slow")
class BarriersTest {
    private static final int WORK_ITEMS = 32;
    private static final int ITEMS = 4;
    private static final int TILE = WORK_ITEMS * ITEMS;

    @ParameterizedTest
    @CsvSource({
        "GroupRadix32, upsweep, 4, 1, 250, 1", "GroupRadix64, upsweep, 4, 1, 250, 1", "GroupScan, scan, 2, 258, 1, 2",
        "GroupRadix32, downsweep, 12, 2, 2, 3", "GroupRadix64, downsweep, 13, 2, 2, 3"
    })
    void everyBarrierIsNeeded(String kernelClass, String method, int barriers, int blocks, int tiles, int kernels)
            throws Exception {
        assumeTrue(SortDevice.all().getFirst().backend().equals("jvm"), "only the JVM backend checks kernels");
        int bits = kernelClass.endsWith("64") ? 64 : 32;
        int[] withoutValues = {bits, 0, blocks, tiles, kernels};
        int[] withValues = {bits, 1, blocks, tiles, kernels};
        Edited unedited = new Edited(kernelClass, method, Integer.MAX_VALUE);
        assertThat(unedited.fault(withoutValues)).as("with all barriers").isEmpty();
        assertThat(unedited.fault(withValues)).as("with all barriers and values").isEmpty();
        assertThat(unedited.barriers).isEqualTo(barriers);
        for (int missing = 0; missing < barriers; missing++) {
            Edited edited = new Edited(kernelClass, method, missing);
            String fault = edited.fault(withoutValues);
            String faults = fault.isEmpty() ? edited.fault(withValues) : fault;
            assertThat(faults).as("barrier %d of %s.%s is missing", missing, kernelClass, method)
                    .containsAnyOf("race", "uninitialized", "out of bounds");
        }
    }

    private static SortDevice checked() {
        return SortDevice.all().get(1);
    }

    /** Loads the classes of this package again, one of them without one of its barriers. */
    private static final class Edited extends ClassLoader {
        private static final String PACKAGE = BarriersTest.class.getPackageName() + ".";
        private final String edited;
        private final String method;
        private final int missing;
        private int barriers;

        private Edited(String edited, String method, int missing) {
            super(BarriersTest.class.getClassLoader());
            this.edited = PACKAGE + edited;
            this.method = method;
            this.missing = missing;
        }

        /** Runs a pass. Returns the message of the fault, or an empty string if there is none. */
        private String fault(int[] shape) throws Exception {
            Object pass = loadClass(Pass.class.getName()).getConstructor(int[].class).newInstance((Object) shape);
            return (String) ((Callable<?>) pass).call();
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(PACKAGE)) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null) {
                byte[] bytes = bytes(name);
                loaded = defineClass(name, bytes, 0, bytes.length);
            }
            return loaded;
        }

        @Override
        public InputStream getResourceAsStream(String name) {
            String className = name.replace(".class", "").replace('/', '.');
            return className.equals(edited) ? new ByteArrayInputStream(bytes(className)) : super.getResourceAsStream(name);
        }

        private byte[] bytes(String name) {
            try (InputStream in = super.getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return name.equals(edited) ? edit(bytes) : bytes;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private byte[] edit(byte[] bytes) {
            barriers = 0;
            ClassFile file = ClassFile.of();
            ClassModel model = file.parse(bytes);
            return file.transformClass(model, ClassTransform.transformingMethodBodies(
                    body -> body.methodName().equalsString(method),
                    (code, element) -> {
                        boolean barrier =
                                element instanceof InvokeInstruction call && call.name().equalsString("localBarrier");
                        if (barrier && barriers++ == missing) {
                            code.pop();
                        } else {
                            code.with(element);
                        }
                    }));
        }
    }

    /** A pass with a survey. The last tile is not full. */
    public static final class Pass implements Callable<String> {
        private final boolean wide;
        private final int withValues;
        private final int n;
        private final int blocks;
        private final int kernels;
        private final IntArray values;
        private final IntArray valuesTo;
        private final IntArray counts;
        private final IntArray totals = new IntArray(GroupRadix32.RADIX);
        private final IntArray words;
        private final IntArray p = new IntArray(PassParameters.WORDS);
        private final KernelContext context = new KernelContext();

        /**
         * Creates a pass.
         *
         * @param shape bits of a key; 1 if there are values, otherwise 0; number of blocks; tiles per block;
         *     number of kernels to run, in the order of a pass
         */
        public Pass(int[] shape) {
            this.wide = shape[0] == Long.SIZE;
            this.withValues = shape[1];
            this.blocks = shape[2];
            this.kernels = shape[4];
            this.n = blocks * shape[3] * TILE - 50;
            this.values = new IntArray(n);
            this.valuesTo = new IntArray(n);
            this.counts = new IntArray(blocks * GroupRadix32.RADIX);
            this.words = new IntArray(blocks * SurveyWords.COUNT);
            p.init(0);
            p.set(PassParameters.N, n);
            p.set(PassParameters.BLOCKS, blocks);
            p.set(PassParameters.SPAN, shape[3] * TILE);
            p.set(PassParameters.LEAD, 4);
            p.set(PassParameters.MASK, GroupRadix32.RADIX - 1);
            for (IntArray array : new IntArray[] {values, valuesTo, counts, totals, words}) {
                array.init(0);
            }
        }

        @Override
        public String call() throws Exception {
            TaskGraph graph = new TaskGraph("pass")
                    .transferToDevice(DataTransferMode.EVERY_EXECUTION, values, valuesTo, counts, totals, words, p);
            if (wide) {
                addLongs(graph);
            } else {
                addInts(graph);
            }
            GridScheduler grids = new GridScheduler();
            addGrid(grids, "pass.upsweep", blocks, GroupRadix32.UPSWEEP_WORK_ITEMS);
            addGrid(grids, "pass.scan", GroupRadix32.RADIX, GroupScan.WORK_ITEMS);
            addGrid(grids, "pass.downsweep", blocks, WORK_ITEMS);
            graph.transferToHost(DataTransferMode.EVERY_EXECUTION, counts);
            try (TornadoExecutionPlan plan = new TornadoExecutionPlan(graph.snapshot())) {
                plan.withDevice(checked().tornado()).withGridScheduler(grids).execute();
                return "";
            } catch (RuntimeException fault) {
                return fault.toString();
            }
        }

        private void addInts(TaskGraph graph) {
            SplittableRandom random = new SplittableRandom(1);
            IntArray from = new IntArray(n);
            IntArray to = new IntArray(n);
            for (int i = 0; i < n; i++) {
                from.set(i, random.nextInt());
            }
            graph.transferToDevice(DataTransferMode.EVERY_EXECUTION, from, to)
                    .task("upsweep", GroupRadix32::upsweep, context, from, counts, words, p, 0, 1, PassParameters.SHIFT);
            addScan(graph);
            if (kernels > 2) {
                graph.task("downsweep", GroupRadix32::downsweep, context, from, to, values, valuesTo, counts, totals, p, 0,
                        withValues, WORK_ITEMS, ITEMS, 2, PassParameters.SHIFT);
            }
        }

        private void addLongs(TaskGraph graph) {
            SplittableRandom random = new SplittableRandom(1);
            LongArray from = new LongArray(n);
            LongArray to = new LongArray(n);
            for (int i = 0; i < n; i++) {
                from.set(i, random.nextLong());
            }
            graph.transferToDevice(DataTransferMode.EVERY_EXECUTION, from, to)
                    .task("upsweep", GroupRadix64::upsweep, context, from, counts, words, p, 0, 1, PassParameters.SHIFT);
            addScan(graph);
            if (kernels > 2) {
                graph.task("downsweep", GroupRadix64::downsweep, context, from, to, values, valuesTo, counts, totals, p, 0,
                        withValues, WORK_ITEMS, ITEMS, 2, PassParameters.SHIFT);
            }
        }

        private void addScan(TaskGraph graph) {
            if (kernels > 1) {
                graph.task("scan", GroupScan::scan, context, counts, totals, p);
            }
        }

        private static void addGrid(GridScheduler grids, String task, int groups, int workItems) {
            WorkerGrid1D grid = new WorkerGrid1D(groups * workItems);
            grid.setLocalWork(workItems, 1, 1);
            grids.addWorkerGrid(task, grid);
        }
    }
}
