package uk.ac.manchester.tornado.api;

import uk.ac.manchester.tornado.api.exceptions.TornadoRuntimeException;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** A range of elements of an array. By default, it is the whole array. */
public class DataRange {
    private final TornadoNativeArray array;
    private long offset;
    private long size;

    public DataRange(TornadoNativeArray tornadoNativeArray) {
        array = tornadoNativeArray;
    }

    public DataRange withOffset(long offset) {
        this.offset = offset;
        return this;
    }

    /** @param size the number of elements; 0 selects all elements of the array */
    public DataRange withSize(long size) {
        this.size = size;
        return this;
    }

    TornadoNativeArray array() {
        return array;
    }

    /** Returns the index of the first element. The range must be {@linkplain #requireWithinArray valid}. */
    int first() {
        return (int) offset;
    }

    /** Returns the number of elements. */
    int count() {
        return size == 0 ? array.getSize() : (int) size;
    }

    /** @throws TornadoRuntimeException if the range is not within the array */
    void requireWithinArray() {
        long elements = size == 0 ? array.getSize() : size;
        if (offset < 0 || elements < 0 || offset + elements > array.getSize()) {
            throw new TornadoRuntimeException("a range of " + elements + " elements at offset " + offset
                    + " is not within an array of " + array.getSize() + " elements"
                    + (size == 0 && offset > 0 ? "; withOffset requires withSize" : ""));
        }
    }
}
