package uk.ac.manchester.tornado.api;

import uk.ac.manchester.tornado.api.exceptions.TornadoRuntimeException;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** Part of an array, counted in elements: from an offset (0 unless told) on, so many (all of the array unless told). */
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

    /** @param size elements; 0 means as many as the array has */
    public DataRange withSize(long size) {
        this.size = size;
        return this;
    }

    /** Offset in bytes, header included; once {@linkplain #materialize materialized}. */
    public long getOffset() {
        requireMaterialized();
        return TornadoNativeArray.ARRAY_HEADER + offset * array.getElementSize();
    }

    /** Size in bytes, once {@linkplain #materialize materialized}. */
    public long getPartialSize() {
        requireMaterialized();
        return size == 0 ? array.getNumBytesOfSegment() : size * array.getElementSize();
    }

    /**
     * Fixes the range.
     *
     * @throws TornadoRuntimeException if it is not within the array
     */
    public void materialize() {
        long elements = size == 0 ? array.getSize() : size;
        if (offset < 0 || elements < 0 || offset + elements > array.getSize()) {
            throw new TornadoRuntimeException("a range of " + elements + " elements from " + offset
                    + " on is not within an array of " + array.getSize()
                    + (size == 0 && offset > 0 ? ": withOffset needs withSize" : ""));
        }
        materialized = true;
    }

    public TornadoNativeArray getArray() {
        return array;
    }

    private void requireMaterialized() {
        if (!materialized) {
            throw new TornadoRuntimeException("call materialize() before the getters");
        }
    }
}
