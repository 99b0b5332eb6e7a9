package io.github.tornadosort.arrow;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.FieldVector;

/** Contents of vectors as objects. */
final class Data {
    private Data() {}

    /** Returns the values of a vector. */
    static List<Object> values(FieldVector vector) {
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < vector.getValueCount(); i++) {
            Object value = vector.getObject(i);
            values.add(value instanceof byte[] bytes ? java.util.HexFormat.of().formatHex(bytes) : value);
        }
        return values;
    }

    /** Returns the values with these indices. */
    static List<Object> at(List<Object> values, int[] indices) {
        List<Object> found = new ArrayList<>();
        for (int index : indices) {
            found.add(values.get(index));
        }
        return found;
    }
}
