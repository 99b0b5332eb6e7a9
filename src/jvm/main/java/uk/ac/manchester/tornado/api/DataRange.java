package uk.ac.manchester.tornado.api;

import uk.ac.manchester.tornado.api.exceptions.TornadoRuntimeException;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** A range of elements of an array. By default, it is the whole array. */
public class DataRange {
    private final TornadoNativeArray array;
    private long offset;
    private long size;
    private boolean materialized;

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

    /** Returns the offset in bytes, including the header. The range must be {@linkplain #materialize materialized}. */
    public long getOffset() {
        requireMaterialized();
        return TornadoNativeArray.ARRAY_HEADER + offset * array.getElementSize();
    }

    /** Returns the size in bytes. The range must be {@linkplain #materialize materialized}. */
    public long getPartialSize() {
        requireMaterialized();
        return size == 0 ? array.getNumBytesOfSegment() : size * array.getElementSize();
    }

    /**
     * Checks the range, after which its bounds in bytes are available.
     *
     * @throws TornadoRuntimeException if the range is not within the array
     */
    public void materialize() {
        long elements = size == 0 ? array.getSize() : size;
        if (offset < 0 || elements < 0 || offset + elements > array.getSize()) {
            throw new TornadoRuntimeException("a range of " + elements + " elements at offset " + offset
                    + " is not within an array of " + array.getSize() + " elements"
                    + (size == 0 && offset > 0 ? "; withOffset requires withSize" : ""));
        }
        materialized = true;
    }

    public TornadoNativeArray getArray() {
        return array;
    }

    private void requireMaterialized() {
        if (!materialized) {
            throw new TornadoRuntimeException("call materialize() first");
        }
    }
}
