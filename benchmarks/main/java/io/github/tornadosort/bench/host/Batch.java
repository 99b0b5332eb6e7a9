package io.github.tornadosort.bench.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.bench.Request;
import io.github.tornadosort.bench.StringKeys;
import io.github.tornadosort.bench.host.Calls.Pairs;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.function.UnaryOperator;

/** The arrays of a batch. They are created once per case and refilled for each measurement. */
final class Batch {
    private final KeyType type;
    private final int n;
    private final boolean hasValues;
    /** The operation if it sorts strings, which the keys are turned into, or null. */
    private final String strings;
    private final Object[] inputs;
    private final MemorySegment[] keys;
    private final Object[] results;

    Batch(Request request) {
        this.type = request.type();
        this.n = request.n();
        this.hasValues = request.operation().equals("pairs");
        this.strings = stringsOf(request);
        this.inputs = new Object[request.copies()];
        this.keys = new MemorySegment[request.copies()];
        this.results = new Object[request.copies()];
        for (int i = 0; i < inputs.length; i++) {
            create(i);
        }
    }

    private static String stringsOf(Request request) {
        return StringKeys.areFor(request.operation()) ? request.operation() : null;
    }

    private void create(int i) {
        switch (type) {
            case INT8, UINT8 -> {
                byte[] array = new byte[n];
                inputs[i] = array;
                keys[i] = MemorySegment.ofArray(array);
            }
            case INT16, UINT16 -> {
                short[] array = new short[n];
                inputs[i] = array;
                keys[i] = MemorySegment.ofArray(array);
            }
            case INT32, UINT32 -> {
                int[] array = new int[n];
                inputs[i] = hasValues ? new Pairs(array, new int[n]) : array;
                keys[i] = MemorySegment.ofArray(array);
            }
            case INT64, UINT64 -> {
                long[] array = new long[n];
                inputs[i] = array;
                keys[i] = MemorySegment.ofArray(array);
            }
            case FLOAT32 -> {
                float[] array = new float[n];
                inputs[i] = array;
                keys[i] = MemorySegment.ofArray(array);
            }
            case FLOAT64 -> {
                double[] array = new double[n];
                inputs[i] = array;
                keys[i] = MemorySegment.ofArray(array);
            }
        }
    }

    /** Returns whether the arrays can be refilled for a request. Types of the same width and kind share arrays. */
    boolean fits(Request request) {
        return signed(type) == signed(request.type())
                && n == request.n()
                && Objects.equals(strings, stringsOf(request))
                && hasValues == request.operation().equals("pairs")
                && inputs.length == request.copies();
    }

    /** Returns the type of Java arrays that holds the keys of a type. */
    static KeyType signed(KeyType type) {
        return switch (type) {
            case UINT8 -> KeyType.INT8;
            case UINT16 -> KeyType.INT16;
            case UINT32 -> KeyType.INT32;
            case UINT64 -> KeyType.INT64;
            default -> type;
        };
    }

    /** Fills the arrays with the data sets of a file, one after the other. */
    void fill(Column given) {
        for (int i = 0; i < inputs.length; i++) {
            keys[i].copyFrom(copy(given, i).segment());
            if (strings != null) {
                inputs[i] = StringKeys.of(copy(given, i), strings);
            } else if (inputs[i] instanceof Pairs pairs) {
                for (int j = 0; j < n; j++) {
                    pairs.values()[j] = j;
                }
            }
        }
    }

    /** Returns the mean time of a call, in nanoseconds. */
    long meanNanos(UnaryOperator<Object> call) {
        long start = System.nanoTime();
        for (int i = 0; i < inputs.length; i++) {
            results[i] = call.apply(inputs[i]);
        }
        return Math.round((double) (System.nanoTime() - start) / inputs.length);
    }

    /**
     * Checks the results of all calls, and forgets them.
     *
     * @return what is wrong, or null
     */
    String check(Request request, Column given) {
        String wrong = null;
        for (int i = 0; i < inputs.length && wrong == null; i++) {
            wrong = HostCheck.check(request, copy(given, i), keys[i], results[i]);
            results[i] = null;
        }
        return wrong;
    }

    private Column copy(Column given, int i) {
        return given.range((long) i * n, (i + 1L) * n);
    }
}
