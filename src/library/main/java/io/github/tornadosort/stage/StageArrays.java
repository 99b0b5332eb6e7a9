package io.github.tornadosort.stage;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import uk.ac.manchester.tornado.api.types.arrays.ByteArray;
import uk.ac.manchester.tornado.api.types.arrays.CharArray;
import uk.ac.manchester.tornado.api.types.arrays.DoubleArray;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.ShortArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** The arrays of the caller that a stage uses, and what is refused about them. */
final class StageArrays {
    private final String stage;
    /** What each array is, in messages. */
    private final Map<TornadoNativeArray, String> names = new IdentityHashMap<>();
    /** The arrays of the part that is being added. */
    private final List<TornadoNativeArray> ofPart = new ArrayList<>();
    private String part;

    StageArrays(String stage) {
        this.stage = stage;
        this.part = stage;
    }

    /** Begins a part of a chain. Its arrays may be those of other parts. */
    void begin(String partName) {
        part = partName;
        ofPart.clear();
    }

    String part() {
        return part;
    }

    /** Refuses an array that is missing, or that shares memory with another one. */
    void use(TornadoNativeArray array, String what) {
        if (array == null) {
            throw new IllegalStateException("stage " + part + " needs " + what);
        }
        String label = "the " + what + " of stage " + part;
        for (TornadoNativeArray other : names.keySet()) {
            boolean shared = other == array
                    ? contains(ofPart, array)
                    : array.getSegmentWithHeader().asOverlappingSlice(other.getSegmentWithHeader()).isPresent();
            if (shared) {
                throw new IllegalArgumentException(
                        label + " and " + names.get(other) + " overlap in memory; give each its own array");
            }
        }
        names.putIfAbsent(array, label);
        ofPart.add(array);
    }

    /** Requires an array of at least as many elements as another one. */
    void requireLength(TornadoNativeArray array, String what, int n, String of) {
        if (array.getSize() < n) {
            throw new IllegalArgumentException(
                    "stage " + part + ": " + array.getSize() + " " + what + " for " + n + " " + of);
        }
    }

    void requireSameType(TornadoNativeArray array, String what, TornadoNativeArray of, String ofWhat) {
        if (array.getClass() != of.getClass()) {
            throw new IllegalArgumentException("stage " + part + ": " + what + " in a " + array.getClass().getSimpleName()
                    + " for " + ofWhat + " in a " + of.getClass().getSimpleName());
        }
    }

    /** Refuses arrays that are to be copied to the host, but not used. */
    void requireUsed(List<TornadoNativeArray> copied) {
        for (TornadoNativeArray array : copied) {
            if (!names.containsKey(array)) {
                throw new IllegalArgumentException("an array of " + array.getSize()
                        + " elements is to be copied to the host, which stage " + stage + " does not use");
            }
        }
    }

    long bytes() {
        return names.keySet().stream().mapToLong(TornadoNativeArray::getNumBytesOfSegmentWithHeader).sum();
    }

    /**
     * Returns a view of an array, as signed integers, chars, or floats.
     *
     * @throws IllegalArgumentException if there is no key type for its elements, for example half floats
     */
    static Column column(TornadoNativeArray array) {
        KeyType type = switch (array) {
            case ByteArray _ -> KeyType.INT8;
            case ShortArray _ -> KeyType.INT16;
            case CharArray _ -> KeyType.UINT16;
            case IntArray _ -> KeyType.INT32;
            case LongArray _ -> KeyType.INT64;
            case FloatArray _ -> KeyType.FLOAT32;
            case DoubleArray _ -> KeyType.FLOAT64;
            default -> throw new IllegalArgumentException("no key type for the elements of "
                    + array.getClass().getSimpleName() + "; there are " + Arrays.toString(KeyType.values()));
        };
        return new Column(array.getSegment(), type);
    }

    static boolean contains(List<TornadoNativeArray> list, TornadoNativeArray array) {
        return list.stream().anyMatch(other -> other == array);
    }
}
