package io.github.tornadosort.stage;

import io.github.tornadosort.internal.kernel.GroupHistogram;
import io.github.tornadosort.stage.StageTasks.Groups;
import io.github.tornadosort.stage.StageTasks.Length;
import java.math.BigInteger;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Counts the keys in each bin. CUB's DeviceHistogram::HistogramEven and HistogramRange. Bin b has the keys from boundary b on
 * that are less than boundary b + 1; other keys are not counted. The array that receives the counts has one element per bin.
 *
 * <p>Reads the keys once per 256 bins.
 */
public final class HistogramStage extends Stage {
    /** The largest number of bins. */
    public static final int MAX_BINS = 1 << 16;

    private HistogramStage(StageTasks tasks) {
        super(tasks);
    }

    /**
     * {@return a builder, which needs arrays}
     *
     * @param name name of the stage, different from all other names in the plan
     */
    public static Builder builder(String name) {
        return new Builder(name);
    }

    /** Builds a {@link HistogramStage}. */
    public static final class Builder extends PartBuilder<HistogramStage, Builder> {
        private TornadoNativeArray keys;
        private IntArray counts;
        private TornadoNativeArray boundaries;
        private Range range;

        /** The lowest number of the first bin, and the end of the last one. */
        private record Range(Number lower, Number upper) {
            /** Returns the least integer that is not less than a boundary. */
            long integer(int b, int bins) {
                BigInteger width = BigInteger.valueOf(upper.longValue()).subtract(BigInteger.valueOf(lower.longValue()));
                BigInteger rounded = width.multiply(BigInteger.valueOf(b)).add(BigInteger.valueOf(bins - 1));
                return rounded.divide(BigInteger.valueOf(bins)).add(BigInteger.valueOf(lower.longValue())).longValueExact();
            }

            double real(int b, int bins) {
                double from = lower.doubleValue();
                double to = upper.doubleValue();
                if (b == 0 || b == bins) {
                    return b == 0 ? from : to;
                }
                // A power of two changes no rounding of numbers that are so large.
                double scale = Double.isInfinite((to - from) * bins) ? 1.0 / (4L * MAX_BINS) : 1;
                return (from * scale + (to * scale - from * scale) * b / bins) / scale;
            }

            @Override
            public String toString() {
                return lower + " to " + upper;
            }
        }

        private Builder(String name) {
            super(name, HistogramStage::new);
        }

        /**
         * Sets the keys. Their number is the length of a run.
         *
         * @param elements ints, longs, floats or doubles
         * @param results receives the number of keys in each bin; its length is the number of bins, from 1 to {@link #MAX_BINS}
         * @return this builder
         */
        public Builder keys(TornadoNativeArray elements, IntArray results) {
            this.keys = elements;
            this.counts = results;
            return this;
        }

        /**
         * Divides a range into bins of like width. For keys in an IntArray or LongArray, boundary b is the least integer that
         * is not less than {@code lower + b * (upper - lower) / bins}.
         *
         * @param lower the smallest number of the first bin
         * @param upper the end of the last bin, which is not in it
         * @return this builder
         */
        public Builder even(long lower, long upper) {
            this.range = new Range(lower, upper);
            return this;
        }

        /**
         * Divides a range into bins of like width, for keys in a FloatArray or DoubleArray. Boundary b is
         * {@code lower + (upper - lower) * b / bins} as computed in doubles, rounded to a float for floats. Numbers are
         * compared as by {@code <}: -0.0 is 0.0, and NaN is in no bin.
         *
         * @param lower the smallest number of the first bin
         * @param upper the end of the last bin, which is not in it
         * @return this builder
         */
        public Builder even(double lower, double upper) {
            this.range = new Range(lower, upper);
            return this;
        }

        /**
         * Takes the boundaries of the bins from an array on the device. Keys are compared with them as by {@link
         * Float#compare}. If they are not in ascending order, the counts are wrong.
         *
         * @param array one more boundary than bins, in ascending order; of the type of the keys
         * @return this builder
         */
        public Builder boundaries(TornadoNativeArray array) {
            this.boundaries = array;
            return this;
        }

        @Override
        void addTo(StageTasks tasks) {
            tasks.begin(name());
            tasks.read(keys, "keys");
            tasks.write(counts, "counts");
            int bins = counts.getSize();
            if (bins < 1 || bins > MAX_BINS) {
                throw new IllegalArgumentException("stage " + name() + ": " + bins + " bins; expected 1 to " + MAX_BINS);
            }
            if ((boundaries == null) == (range == null)) {
                throw new IllegalStateException("stage " + name() + " needs either even bins or boundaries");
            }
            TornadoNativeArray ends = boundaries;
            if (range != null) {
                ends = tasks.wordsOf(keys, bins + 1);
                store(ends, bins);
            } else {
                tasks.read(boundaries, "boundaries");
                tasks.requireSameType(boundaries, "boundaries", keys, "keys");
                tasks.requireLength(boundaries, "boundaries", bins + 1, "ends of bins");
            }
            add(tasks, ends);
        }

        /** Stores even boundaries as words. Kernels compare as Float.compare does: a boundary of -0.0 has 0.0 above it too. */
        private void store(TornadoNativeArray ends, int bins) {
            double lower = range.lower().doubleValue();
            double upper = range.upper().doubleValue();
            boolean integers = range.lower() instanceof Long;
            double limit = keys instanceof FloatArray ? Float.MAX_VALUE : Double.MAX_VALUE;
            boolean fits = switch (keys) {
                case IntArray _ -> integers && lower >= Integer.MIN_VALUE && upper <= Integer.MAX_VALUE;
                case LongArray _ -> integers;
                default -> lower >= -limit && upper <= limit;
            };
            boolean ordered = switch (keys) {
                case FloatArray _ -> (float) lower < (float) upper;
                default -> integers ? range.lower().longValue() < range.upper().longValue() : lower < upper;
            };
            if (!fits || !ordered) {
                throw new IllegalArgumentException("stage " + name() + ": even bins from " + range + " of keys in a "
                        + keys.getClass().getSimpleName() + "; expected a lower and a larger upper number"
                        + " of that type");
            }
            for (int b = 0; b <= bins; b++) {
                double real = range.real(b, bins);
                float rounded = (float) real;
                switch (keys) {
                    case IntArray _ -> ((IntArray) ends).set(b, (int) range.integer(b, bins));
                    case LongArray _ -> ((LongArray) ends).set(b, range.integer(b, bins));
                    case FloatArray _ ->
                        ((IntArray) ends).set(b, Float.floatToRawIntBits(rounded == 0 ? -0.0f : rounded));
                    default -> ((LongArray) ends).set(b, Double.doubleToRawLongBits(real == 0 ? -0.0 : real));
                }
            }
        }

        private void add(StageTasks tasks, TornadoNativeArray ends) {
            Length n = tasks.length(length(), keys.getSize());
            Groups g = tasks.groups();
            int bins = counts.getSize();
            // The counters of more work-items do not fit in local memory. Those of six such groups fit on a unit of an H200: it
            // counts 2^26 ints in 1,000 bins in 1,075 µs, and in 1,566 if there are eight. How much a unit has is not known.
            int workItems = Math.min(128, g.workItems());
            int blocks = workItems < 128 ? g.blocks() : g.blocks() * 3 / 4;
            int parts = Math.max(1, blocks / Math.ceilDiv(bins, GroupHistogram.WINDOW));
            IntArray ofParts = tasks.ints(Math.multiplyExact(parts, bins));
            StageKernels.countBins(
                    tasks, "Count", new Groups(workItems, 1, blocks, blocks), n, keys, ends, ofParts, bins, parts);
            tasks.add("Add", (graph, id) -> graph.task(
                    id, GroupHistogram::add, tasks.context(), ofParts, counts, bins, parts, g.workItems(), g.blocks()));
        }
    }
}
