package io.github.tornadosort.internal.selftest;

import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.internal.kernel.GroupChunks;
import io.github.tornadosort.internal.kernel.GroupSample32;
import io.github.tornadosort.internal.kernel.OrderedBits;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.kernel.SurveyWords;
import io.github.tornadosort.internal.plan.ArrayWords;
import io.github.tornadosort.internal.plan.ChunkedLoad;
import io.github.tornadosort.internal.plan.DeviceArrays;
import io.github.tornadosort.internal.plan.DigitWindow;
import io.github.tornadosort.internal.plan.Fingerprint;
import io.github.tornadosort.internal.plan.KernelTask;
import io.github.tornadosort.internal.plan.LaunchSize;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.RadixBuffers;
import io.github.tornadosort.internal.plan.RadixGraphs;
import io.github.tornadosort.internal.plan.RadixGraphs.Order;
import io.github.tornadosort.internal.plan.RadixTasks;
import io.github.tornadosort.internal.plan.Survey;
import io.github.tornadosort.internal.selftest.KernelRun.WrongKernelException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** Compares the results of each kernel for keys of one shape on a device with those of the JVM. */
final class ShapeCheck {
    private final KernelRun run;
    private final SortPolicy policy;
    private final PlanShape shape;
    private final int n;
    private final int blocks;
    private final RadixBuffers buffers;
    private final RadixTasks tasks;
    private final JvmReference<?> reference;

    ShapeCheck(KernelRun run, SortPolicy policy, PlanShape shape) {
        this.run = run;
        this.policy = withBuckets(policy);
        this.shape = shape;
        // Two tiles, of twice the usual size if keys are sorted in buckets, and a part of a third; for block kernels, enough
        // keys for each block of a device with many cores.
        int tiles = policy.bucketedKeys() > 0 ? 4 : 2;
        int fewest = policy.bucketedKeys() > 0 ? GroupSample32.KEYS : 0;
        this.n = policy.tile() > 1 ? Math.max(fewest, tiles * policy.tile()) + 77 : 1234;
        DeviceArrays arrays = run.arrays();
        RadixBuffers room =
                RadixBuffers.allocate(arrays, shape, this.policy, RadixGraphs.maxBlocks(run.device(), policy), n);
        this.buffers = merges() ? room.withTiles(arrays, shape, n) : room;
        this.tasks = RadixTasks.of(shape.compiled(), this.policy, buffers);
        this.blocks = buffers.cut(n, this.policy, false);
        SortPolicy one = new SortPolicy(Kernels.BLOCK, policy.radixBits(), 1, 0, 0);
        RadixBuffers ofJvm = RadixBuffers.allocate(arrays, shape, one, 1, n);
        this.reference = JvmReference.of(shape, ofJvm, policy.radix());
    }

    /** Returns a policy that sorts few keys in buckets, if the given one sorts any in buckets. */
    private static SortPolicy withBuckets(SortPolicy policy) {
        return new SortPolicy(
                policy.kernels(), policy.radixBits(), policy.blocksPerUnit(), policy.workItems(), policy.itemsPerWorkItem(),
                policy.mergedKeys(), Math.min(policy.bucketedKeys(), GroupSample32.KEYS), policy.chunkKeys());
    }

    /** @throws WrongKernelException for the first kernel whose results differ from the JVM's */
    void run() {
        DigitWindow lowest = new DigitWindow(0, policy.radixBits());
        DigitWindow highest = new DigitWindow(width() - policy.radixBits(), policy.radixBits());
        boolean integers = shape.kind() == OrderedBits.INTEGER;
        new Order(integers ? 1L << (width() - 1) : 0, -1, false, false, shape.floats()).writeTo(buffers.p());
        load(this::randomBits);
        survey(lowest);
        pass(lowest, tasks);
        pass(highest, tasks);
        if (buffers.bounds() != null) {
            // Fewer keys may be sorted by other kernels.
            pass(lowest, RadixTasks.of(shape.compiled(), policy, buffers.withoutBuckets()));
        }
        if (shape.withValues()) {
            move();
        }
        if (buffers.bounds() != null) {
            sample(lowest, -1, 2 * policy.radixBits());
            if (integers) {
                sample(lowest, GroupSample32.KEYS, 2 * policy.radixBits() - 1);
            }
            bucketsInPlace(this::randomBits);
            // Keys that tie in the bits that are sorted first.
            long few = 0xfffL << (width() - 12) | 0xff;
            bucketsInPlace(i -> integers ? randomBits(i) & few : randomBits(i % 999));
        }
        if (merges()) {
            merge();
        }
        if (onGroups() && !shape.withValues()) {
            chunk();
        }
        check();
    }

    private long randomBits(int index) {
        return new TestKeys(shape).bits(index);
    }

    /** Fills the first buffers of device and JVM with keys, and the values with their indices. */
    private void load(IntToLongFunction keys) {
        for (int i = 0; i < n; i++) {
            ArrayWords.set(buffers.keys()[0], i, keys.applyAsLong(i));
            if (shape.withValues()) {
                buffers.values()[0].set(i, i);
            }
        }
        copy(buffers, 0, reference.buffers(), 0);
    }

    private void copy(RadixBuffers from, int source, RadixBuffers to, int target) {
        to.keys()[target].getSegment().copyFrom(from.keys()[source].getSegment());
        to.values()[target].getSegment().copyFrom(from.values()[source].getSegment());
    }

    /** Sets the digit in the parameters of device and JVM. */
    private void setDigit(DigitWindow window) {
        IntArray p = buffers.p();
        p.set(PassParameters.SHIFT, window.shift());
        p.set(PassParameters.MASK, window.mask());
        p.set(PassParameters.COUNTED, 0);
        reference.setParameters(p);
    }

    private void survey(DigitWindow window) {
        setDigit(window);
        Survey expected = reference.survey();
        String kernel = onGroups() ? radix("upsweep") + " as survey" : name("Survey" + width(), "survey");
        boolean numbers = shape.payload() == Payload.INDICES;
        Object[] out = numbers ? new Object[] {buffers.words(), buffers.values()[0]} : new Object[] {buffers.words()};
        if (numbers) {
            buffers.values()[0].init(0);
        }
        execute(kernel, tasks.survey(), policy.radix(), out);
        Survey found = Survey.of(buffers.words(), blocks);
        if (!found.equals(expected)) {
            throw new WrongKernelException(kernel + ": " + found + ", expected " + expected);
        }
        if (numbers) {
            KernelRun.compare(name("Values", "number"), "index", buffers.values()[0], reference.buffers().values()[0], n);
        }
    }

    private void pass(DigitWindow window, RadixTasks passTasks) {
        setDigit(window);
        reference.pass();
        String kernels = radix("upsweep") + ", scan or downsweep";
        Object[] out = {buffers.keys()[1], buffers.values()[1], onGroups() ? buffers.totals() : buffers.counts()};
        execute(kernels, passTasks.pass(0), window.mask() + 1, out);
        if (shape.payload() == Payload.INDICES && onGroups()) {
            compareBuffers(radix("downsweep"), 1);
            buffers.values()[0].init(-1);
            buffers.p().set(PassParameters.NUMBERED, 1);
            execute(kernels, passTasks.pass(0), window.mask() + 1, out);
            buffers.p().set(PassParameters.NUMBERED, 0);
            copy(reference.buffers(), 0, buffers, 0);
        }
        IntArray counts = buffers.counts();
        compareSums(
                radix("upsweep") + " or " + name("Scan", "scan"),
                window,
                onGroups() ? buffers.totals()::get : digit -> counts.get(digit + 1) - counts.get(digit));
        compareBuffers(radix("downsweep"), 1);
    }

    private void move() {
        setDigit(new DigitWindow(0, 1));
        copy(reference.buffers(), 1, buffers, 1);
        copy(reference.buffers(), 1, reference.buffers(), 0);
        String kernel = name("Move", "move" + width());
        Object[] out = {buffers.keys()[0], buffers.values()[0]};
        execute(kernel, tasks.home(1), policy.radix(), out);
        compareBuffers(kernel, 0);
    }

    /** Allows any number of ties in the sample, or this number in narrow digits. */
    private void sample(DigitWindow window, int narrowTies, int expected) {
        buffers.p().set(PassParameters.SAMPLE_JITTER, Integer.highestOneBit(n / GroupSample32.KEYS) - 1);
        buffers.p().set(PassParameters.SAMPLE_TIES, GroupSample32.KEYS);
        buffers.p().set(PassParameters.SAMPLE_RUN, GroupSample32.KEYS);
        buffers.p().set(PassParameters.NARROW_BITS, 2 * policy.radixBits() - 1);
        buffers.p().set(PassParameters.NARROW_TIES, narrowTies);
        buffers.p().set(PassParameters.SORTED_UNCOUNTED, 1);
        setDigit(window);
        String kernel = name("Sample" + width(), "sample");
        int result = buffers.maxBlocks() * SurveyWords.COUNT;
        load(i -> 7);
        execute(kernel, tasks.survey(), policy.radix(), buffers.words());
        int ofConstant = buffers.words().get(result + 2);
        load(this::randomBits);
        execute(kernel, tasks.survey(), policy.radix(), buffers.words());
        if (ofConstant != 1 || buffers.words().get(result + 2) != 0) {
            throw new WrongKernelException("%s: no digit is counted of random keys, or one of equal keys".formatted(kernel));
        }
        int bits = buffers.words().get(result);
        int top = buffers.words().get(result + 1);
        if (bits != expected || top != width() - 1) {
            throw new WrongKernelException("%s: %d bits up to bit %d, expected %d up to bit %d"
                    .formatted(kernel, bits, top, expected, width() - 1));
        }
        DigitWindow counted = new DigitWindow(width() - bits, bits / 2);
        setDigit(counted);
        reference.pass();
        compareSums("GroupScan.sum", counted, digit -> buffers.words().get(result + GroupSample32.RESULT_WORDS + digit));
    }

    /** Compares numbers of keys of each digit but the last with the JVM's. */
    private void compareSums(String kernel, DigitWindow window, IntUnaryOperator sums) {
        for (int digit = 0; digit < window.mask(); digit++) {
            int expected = reference.buffers().counts().get(digit + 1) - reference.buffers().counts().get(digit);
            int found = sums.applyAsInt(digit);
            if (found != expected) {
                throw new WrongKernelException(
                        "%s: %d keys of digit %d, expected %d".formatted(kernel, found, digit, expected));
            }
        }
    }

    private void bucketsInPlace(IntToLongFunction keys) {
        load(keys);
        for (int digit = 2; digit > 0; digit--) {
            setDigit(new DigitWindow(width() - digit * policy.radixBits(), policy.radixBits()));
            reference.pass();
            copy(reference.buffers(), 1, reference.buffers(), 0);
        }
        copy(reference.buffers(), 0, buffers, 0);
        sortReference();
        buffers.p().set(PassParameters.BUCKET_SHIFT, width() - 2 * policy.radixBits());
        buffers.p().set(PassParameters.BUCKET_SPAN, Math.ceilDiv(n, buffers.bounds().getSize() - 1));
        buffers.p().set(PassParameters.LOWEST, 0);
        String kernel = name("Buckets" + width(), "bounds") + " or " + name("Buckets" + width(), "sort");
        List<Object> in = new ArrayList<>(List.of(all()));
        in.add(buffers.bounds());
        LaunchSize size = new LaunchSize(n, blocks, policy.radix());
        Object[] out = {buffers.keys()[0], buffers.values()[0], buffers.words()};
        run.execute(kernel, buffers.p(), tasks.bucketsInPlace(0), size, in.toArray(), out);
        for (int block = 0; block < blocks; block++) {
            if (buffers.words().get(block * SurveyWords.COUNT + SurveyWords.OVERFLOW) != 0) {
                throw new WrongKernelException(kernel + ": a bucket is too large, expected none");
            }
        }
        compareBuffers(kernel, 0);
    }

    private boolean merges() {
        return onGroups() && !wide();
    }

    private void merge() {
        load(this::randomBits);
        sortReference();
        RadixBuffers.Tiles tiles = buffers.tiles();
        Object[] in = {
            buffers.keys()[0], buffers.values()[0], tiles.words(), tiles.keys(), tiles.values(), buffers.p()
        };
        Object[] out = {buffers.keys()[0], buffers.values()[0]};
        String kernels = name("Merge", "sortTiles") + " or mergeTiles";
        run.execute(kernels, buffers.p(), tasks.merge(), new LaunchSize(n, blocks, policy.radix()), in, out);
        compareBuffers(kernels, 0);
    }

    /** Copies some keys of the first buffer to other indices of the second. */
    private void chunk() {
        load(this::randomBits);
        int first = 5;
        int count = n - 9;
        IntArray p = run.arrays().parameters(GroupChunks.PARAMETERS);
        p.set(GroupChunks.FIRST, first);
        p.set(GroupChunks.COUNT, count);
        MemorySegment expected = reference.buffers().keys()[1].getSegment().fill((byte) 0);
        buffers.keys()[1].getSegment().copyFrom(expected);
        MemorySegment.copy(
                buffers.keys()[0].getSegment(), 0, expected, (long) first * shape.bytes(), (long) count * shape.bytes());
        String kernel = name("Chunks", "put" + width());
        KernelTask task = ChunkedLoad.task(shape, buffers.keys()[0], buffers.keys()[1], p);
        Object[] in = {buffers.keys()[0], buffers.keys()[1], p};
        run.execute(kernel, p, List.of(task), new LaunchSize(count, 1, 1), in, new Object[] {buffers.keys()[1]});
        compareBuffers(kernel, 1);
    }

    /** Sorts the JVM's first buffer. */
    private void sortReference() {
        for (DigitWindow window : DigitWindow.over(-1L >>> (Long.SIZE - width()), policy.radixBits())) {
            setDigit(window);
            reference.pass();
            copy(reference.buffers(), 1, reference.buffers(), 0);
        }
    }

    /** Checks sorted keys after two neighbours have been exchanged. */
    private void check() {
        load(this::randomBits);
        sortReference();
        copy(reference.buffers(), 0, buffers, 0);
        int wrong = exchangeTwo(buffers.keys()[0]) / buffers.p().get(PassParameters.SPAN);
        copy(buffers, 0, reference.buffers(), 0);
        reference.check();
        String kernel = name("Check" + width(), "checksum");
        execute(kernel, tasks.check(0), policy.radix(), buffers.checks());
        Fingerprint expected = Fingerprint.of(reference.buffers().checks(), 1, wide());
        Fingerprint found = Fingerprint.of(buffers.checks(), blocks, wide());
        if (!found.equals(expected)) {
            throw new WrongKernelException(kernel + ": " + found + ", expected " + expected);
        }
        int descending = Fingerprint.firstDescending(buffers.checks(), blocks);
        if (descending != wrong) {
            throw new WrongKernelException("%s: the first of %d blocks with a key out of order is %d, expected %d"
                    .formatted(name("Check" + width(), onGroups() ? "checksum" : "order"), blocks, descending, wrong));
        }
    }

    /** Exchanges the first two neighbours that differ, and returns the index of the second. */
    private int exchangeTwo(TornadoNativeArray keys) {
        int second = 1;
        while (ArrayWords.get(keys, second) == ArrayWords.get(keys, second - 1)) {
            second++;
        }
        MemorySegment bytes = keys.getSegment();
        long width = shape.bytes();
        byte[] first = bytes.asSlice((second - 1) * width, width).toArray(ValueLayout.JAVA_BYTE);
        MemorySegment.copy(bytes, second * width, bytes, (second - 1) * width, width);
        MemorySegment.copy(MemorySegment.ofArray(first), 0, bytes, second * width, width);
        return second;
    }

    private void execute(String kernel, List<KernelTask> kernels, int radix, Object... out) {
        run.execute(kernel, buffers.p(), kernels, new LaunchSize(n, blocks, radix), all(), out);
    }

    private void compareBuffers(String kernel, int buffer) {
        KernelRun.compare(kernel, "key", buffers.keys()[buffer], reference.buffers().keys()[buffer], n);
        if (shape.withValues()) {
            KernelRun.compare(kernel, "value", buffers.values()[buffer], reference.buffers().values()[buffer], n);
        }
    }

    private boolean wide() {
        return shape.bytes() == Long.BYTES;
    }

    private int width() {
        return shape.bytes() * Byte.SIZE;
    }

    private String radix(String kernel) {
        return name("Radix" + width(), kernel);
    }

    private Object[] all() {
        return new Object[] {
            buffers.keys()[0], buffers.keys()[1], buffers.values()[0], buffers.values()[1], buffers.counts(),
            buffers.totals(), buffers.words(), buffers.checks(), buffers.p()
        };
    }

    private boolean onGroups() {
        return policy.kernels() == Kernels.WORK_GROUP;
    }

    /** {@return the class and method of a kernel} */
    private String name(String file, String kernel) {
        return (onGroups() ? "Group" : "Block") + file + "." + kernel;
    }
}
