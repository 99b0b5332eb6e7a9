package uk.ac.manchester.tornado.jvm;

import uk.ac.manchester.tornado.api.exceptions.TornadoRuntimeException;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * An array that a graph copies between host and device.
 *
 * @param mode a constant of {@link uk.ac.manchester.tornado.api.enums.DataTransferMode}
 */
public record Transfer(int mode, TornadoNativeArray array) {
    /** @throws TornadoRuntimeException if the object is not a native array */
    public static TornadoNativeArray array(Object object, String what) {
        if (object instanceof TornadoNativeArray array) {
            return array;
        }
        throw new TornadoRuntimeException(
                what + " got " + describe(object) + "; the JVM backend transfers only native arrays");
    }

    /** Returns the name of an object in messages. */
    public static String describe(Object object) {
        return switch (object) {
            case null -> "null";
            case TornadoNativeArray array -> array.getClass().getSimpleName() + "(" + array.getSize() + ")";
            default -> "an object of type " + object.getClass().getTypeName();
        };
    }
}
