package io.github.tornadosort.internal.selftest;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.internal.kernel.OrderedBits;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import java.util.ArrayList;
import java.util.List;

/**
 * A part of a device's self-test. Each part is tested when a sort first needs its kernels, because their compilation takes most
 * of the time.
 *
 * @param shape the keys whose kernels are tested
 */
record TestedKernels(PlanShape shape) {
    /** Those of 32-bit integers. A device that fails with them is not used for other keys either, unless it is selected. */
    static final TestedKernels INTEGERS = of(PlanShape.of(KeyType.INT32, Payload.NONE));

    private static final List<KeyType> TYPES = List.of(KeyType.INT32, KeyType.FLOAT32, KeyType.INT64, KeyType.FLOAT64);

    /** {@return the kernels of a sort} Values and indices that move with the keys have the same kernels. */
    static TestedKernels of(PlanShape sort) {
        int kind = sort.kind() == OrderedBits.FLOAT_WHOLE ? OrderedBits.FLOAT : sort.kind();
        Payload payload = sort.withValues() ? Payload.INDICES : Payload.NONE;
        PlanShape any = PlanShape.of(KeyType.INT32, payload);
        return new TestedKernels(new PlanShape(sort.bytes(), kind, payload, any.algorithm(), any.digitBits()));
    }

    /** {@return all parts that sorts may need, {@link #INTEGERS} first} */
    static List<TestedKernels> all() {
        List<TestedKernels> all = new ArrayList<>();
        for (KeyType type : TYPES) {
            all.add(of(PlanShape.of(type, Payload.NONE)));
            all.add(of(PlanShape.of(type, Payload.INDICES)));
        }
        return all;
    }

    /** {@return whether there are separate kernels for keys that are compared by all of their bits} */
    boolean hasWholeFloats() {
        return !shape.equals(shape.comparedBy(-1));
    }

    /** {@return what the kernels sort, for messages} */
    String label() {
        String keys = shape.kind() == OrderedBits.INTEGER ? "integers" : "floats";
        return shape.bytes() * Byte.SIZE + "-bit " + keys + (shape.withValues() ? " with values" : "");
    }
}
