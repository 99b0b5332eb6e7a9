package uk.ac.manchester.tornado.jvm;

import java.lang.constant.ClassDesc;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.function.Function;
import uk.ac.manchester.tornado.api.types.arrays.ByteArray;
import uk.ac.manchester.tornado.api.types.arrays.CharArray;
import uk.ac.manchester.tornado.api.types.arrays.DoubleArray;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.ShortArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Converts arguments to the array types that a kernel declares. Devices only see bytes: a kernel that declares an
 * {@link IntArray} and gets a {@link FloatArray} works on the bits of the floats. This backend does the same.
 */
final class ArrayViews {
    /** By element width: the array types that can wrap existing memory. */
    private static final Map<Integer, Map<ClassDesc, Function<MemorySegment, TornadoNativeArray>>> FACTORIES = Map.of(
            Byte.BYTES, Map.of(desc(ByteArray.class), ByteArray::fromSegmentShallow),
            Short.BYTES, Map.of(
                    desc(ShortArray.class), ShortArray::fromSegmentShallow,
                    desc(CharArray.class), CharArray::fromSegmentShallow),
            Integer.BYTES, Map.of(
                    desc(IntArray.class), IntArray::fromSegmentShallow,
                    desc(FloatArray.class), FloatArray::fromSegmentShallow),
            Long.BYTES, Map.of(
                    desc(LongArray.class), LongArray::fromSegmentShallow,
                    desc(DoubleArray.class), DoubleArray::fromSegmentShallow));

    private ArrayViews() {}

    /**
     * Returns the arguments. Each array whose type differs from its parameter's is replaced by a view of the same memory.
     *
     * @throws uk.ac.manchester.tornado.api.exceptions.TornadoBailoutRuntimeException if the element widths differ
     */
    static Object[] of(KernelMethod kernel, Object[] arguments) {
        Object[] views = arguments.clone();
        for (int i = 0; i < views.length; i++) {
            ClassDesc declared = kernel.type().parameterType(i);
            if (views[i] instanceof TornadoNativeArray array && !desc(array.getClass()).equals(declared)) {
                var factory = FACTORIES.get(array.getElementSize()).get(declared);
                if (factory == null) {
                    throw Bailout.at(kernel, 0, "parameter " + (i + 1) + " of type " + declared.displayName() + " got "
                            + GraphBuilder.describe(array) + ", whose elements have a different width");
                }
                views[i] = factory.apply(array.getSegmentWithHeader());
            }
        }
        return views;
    }

    private static ClassDesc desc(Class<?> type) {
        return ClassDesc.ofDescriptor(type.descriptorString());
    }
}
