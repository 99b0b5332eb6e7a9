package uk.ac.manchester.tornado.jvm;

import java.lang.classfile.TypeKind;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * A work-item. It is the kernel context of a rewritten kernel, and it stores the kernel's local variables while the item
 * waits at a barrier. Rewritten kernels call the static methods instead of using the fields and methods of the context.
 */
public final class WorkItem extends KernelContext {
    /** Values of {@link #resumePoint(KernelContext)} other than the number of the barrier at which the item waits. */
    static final int START = 0;

    static final int FINISHED = -1;

    private static final VarHandle INTS = ValueLayout.JAVA_INT.varHandle();
    private static final VarHandle LONGS = ValueLayout.JAVA_LONG.varHandle();

    private final WorkGroup group;
    private final int localIndex;
    private final long[] words;
    private final Object[] references;
    private int resumePoint;

    WorkItem(WorkGroup group, int localIndex, int saved) {
        this.group = group;
        this.localIndex = localIndex;
        this.words = new long[saved];
        this.references = new Object[saved];
    }

    private static WorkItem of(KernelContext context) {
        return (WorkItem) context;
    }

    public static int globalIdx(KernelContext context) {
        WorkItem item = of(context);
        return item.group.firstGlobal() + item.localIndex;
    }

    public static int localIdx(KernelContext context) {
        return of(context).localIndex;
    }

    public static int groupIdx(KernelContext context) {
        return of(context).group.index();
    }

    public static int globalGroupSizeX(KernelContext context) {
        return of(context).group.globalSize();
    }

    public static int localGroupSizeX(KernelContext context) {
        return of(context).group.size();
    }

    /** Returns the local array of an allocation. */
    public static Object allocate(KernelContext context, int size, Class<?> type, int allocation) {
        return of(context).group.localMemory().array(type, size, allocation);
    }

    /** Returns the local array of an allocation on the checked device. */
    public static CheckedArray allocateChecked(
            KernelContext context, int size, Class<?> type, int allocation, int location) {
        int elementBytes = Bits.bytes(TypeKind.from(type.componentType().describeConstable().orElseThrow()));
        return of(context).group.localMemory().checkedArray(size, elementBytes, allocation, location);
    }

    /** Adds to an element as one step. An addition of 0 waits for what earlier groups publish. */
    public static void atomicAdd(KernelContext context, IntArray array, int index, int value) {
        MemorySegment segment = array.getSegment();
        long at = (long) index * Integer.BYTES;
        int old = (int) INTS.getAndAdd(segment, at, value);
        if (value == 0) {
            of(context).group.awaitEarlierGroups(() -> (int) INTS.getVolatile(segment, at) != old);
        }
    }

    /** Adds to an element as one step. An addition of 0 waits for what earlier groups publish. */
    public static void atomicAdd(KernelContext context, LongArray array, int index, long value) {
        MemorySegment segment = array.getSegment();
        long at = (long) index * Long.BYTES;
        long old = (long) LONGS.getAndAdd(segment, at, value);
        if (value == 0) {
            of(context).group.awaitEarlierGroups(() -> (long) LONGS.getVolatile(segment, at) != old);
        }
    }

    /** Adds to an element on the checked device. */
    public static void atomicAddChecked(KernelContext context, CheckedArray array, int index, long value, int location) {
        array.atomicAdd(index, value, location);
    }

    /** Returns the number of the barrier at which the item waits, counted from 1; or {@link #START} or {@link #FINISHED}. */
    public static int resumePoint(KernelContext context) {
        return of(context).resumePoint;
    }

    public static void resumeAt(KernelContext context, int point) {
        of(context).resumePoint = point;
    }

    public static void saveBits(long bits, KernelContext context, int at) {
        of(context).words[at] = bits;
    }

    public static void saveReference(Object value, KernelContext context, int at) {
        Object[] references = of(context).references;
        // Array references rarely change, and the write barrier of the garbage collector costs more than this test.
        if (references[at] != value) {
            references[at] = value;
        }
    }

    public static long savedBits(KernelContext context, int at) {
        return of(context).words[at];
    }

    public static Object savedReference(KernelContext context, int at) {
        return of(context).references[at];
    }

    /** Returns the name of the item in messages. */
    @Override
    public String toString() {
        return group.name(localIndex, group.index());
    }
}
