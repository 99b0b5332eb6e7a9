package uk.ac.manchester.tornado.api;

import java.util.List;
import uk.ac.manchester.tornado.api.exceptions.TornadoRuntimeException;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;
import uk.ac.manchester.tornado.jvm.GraphExecution;

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

    /**
     * Copies the range to the host from the last graph that has the array on the device.
     *
     * @throws TornadoRuntimeException if no graph has it, or the range is not within the array
     */
    void copyToHost(List<GraphExecution> graphs) {
        long elements = size == 0 ? array.getSize() : size;
        if (offset < 0 || elements < 0 || offset + elements > array.getSize()) {
            throw new TornadoRuntimeException("a range of " + elements + " elements at offset " + offset
                    + " is not within an array of " + array.getSize() + " elements"
                    + (size == 0 && offset > 0 ? "; withOffset requires withSize" : ""));
        }
        GraphExecution.copyToHost(array, (int) offset, (int) elements, graphs);
    }
}
