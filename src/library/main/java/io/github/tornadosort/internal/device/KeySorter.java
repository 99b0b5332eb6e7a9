package io.github.tornadosort.internal.device;

import io.github.tornadosort.Algorithm;
import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.ScratchBytes;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.internal.host.Gather;
import io.github.tornadosort.internal.host.HostMemory;
import io.github.tornadosort.internal.host.HostSort;
import io.github.tornadosort.internal.host.HostSurvey;
import io.github.tornadosort.internal.host.Loop;
import io.github.tornadosort.internal.host.OrderedKeys;
import io.github.tornadosort.internal.host.Scratch;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.plan.MismatchException;
import io.github.tornadosort.internal.plan.PlanCache;
import io.github.tornadosort.internal.plan.PlanFactory;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.policy.AlgorithmRules;
import io.github.tornadosort.internal.policy.SortPolicies;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sorts columns in the host's memory on one device: to the device, sorted, and back. Where a sort that is to be verified
 * goes wrong there, the host's memory still is as it was: it is sorted on the JVM instead. Not safe for several threads.
 */
public final class KeySorter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(KeySorter.class);

    private final SortDevice device;
    private final SortPolicy policy;
    private final AlgorithmRules rules;
    private final PlanCache plans;
    private final Scratch scratch;
    /** Read by other threads than the one that sorts. */
    private final AtomicInteger mismatches = new AtomicInteger();

    /**
     * A sorter without any plan yet.
     *
     * @param scratch where values are put in order
     * @param checkpoint called before each execution on the device
     * @param others makes the plans of all algorithms but radix
     */
    public KeySorter(
            SortDevice device, SortPolicy policy, Scratch scratch, Checkpoint checkpoint, PlanFactory others) {
        this.device = device;
        this.policy = policy;
        this.rules = SortPolicies.algorithms(device);
        this.plans = new PlanCache(device, policy, checkpoint, others);
        this.scratch = scratch;
    }

    /** The most keys of this type that the device can hold, with or without a payload. May be called by any thread. */
    public long mostKeys(KeyType type, boolean withPayload, SortOptions options) {
        return plans.mostKeys(shape(type, withPayload, options));
    }

    /**
     * Makes plans take half of the memory of the one that sorts n keys, for which there is no memory.
     *
     * @return false if that plan is the smallest
     */
    boolean shrink(KeyType type, boolean withPayload, SortOptions options, long n) {
        return plans.shrink(shape(type, withPayload, options), n);
    }

    /** Ends a call in which plans may have shrunk; see {@link PlanCache#endShrinking}. */
    void endShrinking(boolean sorted) {
        plans.endShrinking(sorted);
    }

    /**
     * Memory that a sort of so many keys works in, the host's side of the device's buffers included.
     *
     * @param valueBytes bytes of a value; 0 for none
     */
    public ScratchBytes scratchBytes(KeyType type, int valueBytes, int n) {
        boolean withPayload = valueBytes > 0;
        SortOptions options = chosen(type, n, !withPayload, SortOptions.ascending());
        long device = plans.bytes(shape(type, withPayload, options), n);
        long host = 0;
        if (withPayload && isPlaced(type)) {
            // Places, and keys and values in their order; and a plan for the few keys that may tie.
            device += n > PlanCache.SMALLEST ? plans.bytes(IndexedPairs.SHAPE, 1) : 0;
            host = (long) n * (Integer.BYTES + type.bytes() + valueBytes);
        } else if (withPayload && valueBytes != Integer.BYTES) {
            host = (long) n * ((onBlocks() ? Integer.BYTES : 0) + valueBytes);
        }
        return new ScratchBytes(device, device + host);
    }

    /** Stats for input that is already sorted. */
    SortStats nothingDone(Column keys, SortOptions options) {
        return SortStats.builder(keys.size()).passes(0, plans.passes(options.bitMask(keys.type()))).build();
    }

    /** The indices of keys that are already sorted. */
    static int[] unmoved(Column keys) {
        int[] indices = HostMemory.ints(Math.toIntExact(keys.size()));
        Arrays.setAll(indices, i -> i);
        return indices;
    }

    /** Sorts the keys where they are. */
    public SortStats sort(Column keys, SortOptions asked) {
        SortOptions options = chosen(keys, true, asked);
        return orOnHost(() -> sortOnDevice(keys, options), () -> {
            HostSort.sort(keys, options, scratch);
            return doneOnHost(keys);
        });
    }

    private SortStats sortOnDevice(Column keys, SortOptions options) {
        KeysOnlySort sort = new KeysOnlySort(plans, keys, options);
        return isPlaced(keys.type(), options) ? sort.byUpperBitsFirst(policy.radixBits()) : sort.byAllBits();
    }

    /**
     * Sorts the keys where they are, and as many of the values along with them: where 32 bits move with each key, values of
     * that width are these; others are put in order on the host, once.
     */
    public SortStats sort(Column keys, Column values, SortOptions asked) {
        SortOptions options = chosen(keys, false, asked);
        return orOnHost(() -> sortOnDevice(keys, values, options), () -> {
            HostSort.sort(keys, options, scratch, values);
            return doneOnHost(keys);
        });
    }

    private SortStats sortOnDevice(Column keys, Column values, SortOptions options) {
        MemorySegment moved = values.range(0, keys.size()).segment();
        int width = values.type().bytes();
        boolean beside = width == Integer.BYTES && !isPlaced(keys.type(), options);
        Pairs pairs = pairs(keys, beside ? moved : null, options);
        if (pairs.moved()) {
            Loop storeValues = beside
                    ? pairs.storeValues(moved)
                    : Gather.inPlace(moved, pairs.values(scratch, keys.size()), width, scratch);
            Loop.store(storeValues, pairs.storeKeys(keys));
        }
        return pairs.stats();
    }

    /** Sorts the keys where they are, and as many of the objects along with them. */
    public SortStats sort(Column keys, Object[] values, SortOptions asked) {
        SortOptions options = chosen(keys, false, asked);
        return orOnHost(() -> sortOnDevice(keys, values, options), () -> {
            HostSort.sort(keys, values, options, scratch);
            return doneOnHost(keys);
        });
    }

    private SortStats sortOnDevice(Column keys, Object[] values, SortOptions options) {
        Pairs pairs = pairs(keys, null, options);
        if (pairs.moved()) {
            Object[] ordered = Gather.objects(values, pairs.values(scratch, keys.size()));
            Gather.store(ordered, values, pairs.storeKeys(keys));
        }
        return pairs.stats();
    }

    /** Returns the index of each key in sorted order. The keys are not changed. */
    public SortedIndices argsort(Column keys, SortOptions asked) {
        SortOptions options = chosen(keys, false, asked);
        return orOnHost(
                () -> argsortOnDevice(keys, options),
                () -> new SortedIndices(HostSort.argsort(keys, options), doneOnHost(keys)));
    }

    private SortedIndices argsortOnDevice(Column keys, SortOptions options) {
        Pairs pairs = pairs(keys, null, options);
        if (!pairs.moved()) {
            return new SortedIndices(unmoved(keys), pairs.stats());
        }
        int[] indices = HostMemory.ints((int) keys.size());
        pairs.storeValues(MemorySegment.ofArray(indices)).run();
        return new SortedIndices(indices, pairs.stats());
    }

    /** Verified sorts so far that the device got wrong. */
    int mismatches() {
        return mismatches.get();
    }

    /** Frees the device's memory; the next sort compiles its kernels again. */
    @Override
    public void close() {
        plans.close();
    }

    private <T> T orOnHost(Supplier<T> onDevice, Supplier<T> onHost) {
        try {
            return onDevice.get();
        } catch (MismatchException e) {
            report(e);
            closePlans();
            return onHost.get();
        }
    }

    /** What the device cannot free must not keep the host from sorting. */
    private void closePlans() {
        try {
            plans.close();
        } catch (RuntimeException | Error e) {
            LOG.warn("Device {} did not free the memory of a plan that sorted wrongly", device.id(), e);
        }
    }

    private void report(MismatchException e) {
        if (mismatches.getAndIncrement() == 0) {
            LOG.error(
                    "Device {} {} ({}) sorted wrongly, so the JVM sorts instead: {}. Not told again by this sorter, whose"
                            + " SortStats count it; see what 'tornado-sort doctor' says of the device",
                    device.id(),
                    device.backend(),
                    device.name().strip(),
                    e.getMessage());
        }
    }

    private SortStats doneOnHost(Column keys) {
        return SortStats.builder(keys.size())
                .verified(1, 1)
                .ran(SortStats.Reason.DEVICE_WRONG, device.toString())
                .chunks(1)
                .build();
    }

    /** @param moved 32-bit values, or null for the keys' places, which is all that moves with keys that are placed */
    private Pairs pairs(Column keys, MemorySegment moved, SortOptions options) {
        if (isPlaced(keys.type(), options)) {
            return new IndexedPairs(plans, keys, options, policy.radixBits(), scratch);
        }
        return onBlocks() && !isPure(options)
                ? new PackedPairs(plans, keys, moved, options)
                : new SeparatePairs(plans, keys, moved, options);
    }

    private boolean isPlaced(KeyType type, SortOptions options) {
        return isPlaced(type) && !isPure(options);
    }

    /**
     * The options with the algorithm that the rules have for these keys, where they leave it open and it is not radix, which
     * alone can be verified. Keys that a rule may hold for, which are few, are looked at on the host before: where they are
     * sorted, or differ in few bits, a radix sort takes hardly any passes.
     *
     * @param alone whether nothing moves with the keys
     */
    private SortOptions chosen(Column keys, boolean alone, SortOptions asked) {
        SortOptions options = chosen(keys.type(), keys.size(), alone, asked);
        if (options.algorithm() == asked.algorithm()) {
            return asked;
        }
        HostSurvey survey = HostSurvey.of(new OrderedKeys(keys, asked), keys.segment());
        return survey.sorted() ? asked : chosen(keys.type(), keys.size(), Long.bitCount(survey.varying()), alone, asked);
    }

    /** The same for keys of which all bits vary. */
    private SortOptions chosen(KeyType type, long n, boolean alone, SortOptions asked) {
        return asked.algorithm() == Algorithm.AUTO && !asked.verified()
                ? chosen(type, n, Long.bitCount(asked.bitMask(type)), alone, asked)
                : asked;
    }

    private SortOptions chosen(KeyType type, long n, int bits, boolean alone, SortOptions asked) {
        Algorithm algorithm = rules.choose(type, n, bits, alone);
        return algorithm == Algorithm.RADIX ? asked : asked.withAlgorithm(algorithm, SortOptions.BY_POLICY);
    }

    /** Whether keys and values go through an algorithm as they are, nothing done for speed on the host. */
    private boolean isPure(SortOptions options) {
        return switch (options.algorithm()) {
            case AUTO -> false;
            case RADIX -> options.digitBits() != SortOptions.BY_POLICY;
            // Block kernels sort buckets of words that hold all there is to a key.
            case RADIX_MSD -> !onBlocks();
            default -> true;
        };
    }

    private boolean isPlaced(KeyType type) {
        return onBlocks() && type.bytes() == Long.BYTES;
    }

    private boolean onBlocks() {
        return policy.kernels() == Kernels.BLOCK;
    }

    /** The shape of {@link #pairs}, or of keys alone. */
    private PlanShape shape(KeyType type, boolean withPayload, SortOptions options) {
        if (isPure(options)) {
            return PlanShape.of(type, withPayload ? Payload.VALUES : Payload.NONE, options);
        }
        if (!withPayload || isPlaced(type)) {
            return PlanShape.of(type, Payload.NONE);
        }
        return onBlocks() ? PlanShape.packed(type) : PlanShape.of(type, Payload.VALUES);
    }
}
