package uk.ac.manchester.tornado.jvm;

import java.lang.classfile.TypeKind;
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
    /** A type of arrays: the kind of its elements, and how to wrap existing memory. */
    private record Type(TypeKind elements, Function<MemorySegment, TornadoNativeArray> factory) {}

    private static final Map<ClassDesc, Type> TYPES = Map.of(
            desc(ByteArray.class), new Type(TypeKind.BYTE, ByteArray::fromSegmentShallow),
            desc(CharArray.class), new Type(TypeKind.CHAR, CharArray::fromSegmentShallow),
            desc(DoubleArray.class), new Type(TypeKind.DOUBLE, DoubleArray::fromSegmentShallow),
            desc(FloatArray.class), new Type(TypeKind.FLOAT, FloatArray::fromSegmentShallow),
            desc(IntArray.class), new Type(TypeKind.INT, IntArray::fromSegmentShallow),
            desc(LongArray.class), new Type(TypeKind.LONG, LongArray::fromSegmentShallow),
            desc(ShortArray.class), new Type(TypeKind.SHORT, ShortArray::fromSegmentShallow));

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
                Type type = TYPES.get(declared);
                if (type == null || Bits.bytes(type.elements()) != array.getElementSize()) {
                    throw kernel.refusal("parameter " + (i + 1) + " of type " + declared.displayName() + " got "
                            + Transfer.describe(array) + ", whose elements have a different width");
                }
                views[i] = type.factory().apply(array.getSegmentWithHeader());
            }
        }
        return views;
    }

    /** Returns the kind of the elements of a type of native arrays, or null for other types. */
    static TypeKind elements(ClassDesc type) {
        return TYPES.containsKey(type) ? TYPES.get(type).elements() : null;
    }

    private static ClassDesc desc(Class<?> type) {
        return ClassDesc.ofDescriptor(type.descriptorString());
    }
}
