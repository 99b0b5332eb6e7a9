package io.github.tornadosort.files.internal.runs;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Allocates zeroed native memory. An arena writes zeros to all of it, on one core, before anything is read into it. For a large
 * allocation, C's {@code calloc} leaves that to the operating system, which zeroes a page when it is first accessed, on the
 * core that accesses it.
 */
public final class NativeMemory {
    /** Smaller allocations cost less than the first call of a C function. */
    static final long MIN_BYTES = 64 << 20;

    private NativeMemory() {}

    /**
     * Allocates memory that lives as long as the arena, aligned for longs.
     *
     * @throws OutOfMemoryError if there is not enough memory
     */
    public static MemorySegment allocate(Arena arena, long bytes) {
        return bytes < MIN_BYTES ? arena.allocate(bytes, Long.BYTES) : C.allocate(arena, bytes);
    }

    /** The functions of the C library, which are linked on first use. */
    @SuppressWarnings("restricted")
    private static final class C {
        private static final MethodHandle CALLOC =
                function("calloc", FunctionDescriptor.of(ADDRESS, JAVA_LONG, JAVA_LONG));
        private static final MethodHandle FREE = function("free", FunctionDescriptor.ofVoid(ADDRESS));

        private static MethodHandle function(String name, FunctionDescriptor type) {
            Linker linker = Linker.nativeLinker();
            return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), type);
        }

        static MemorySegment allocate(Arena arena, long bytes) {
            MemorySegment memory = (MemorySegment) call(CALLOC, 1L, bytes);
            if (memory.address() == 0) {
                throw new OutOfMemoryError("cannot allocate " + bytes + " bytes");
            }
            return memory.reinterpret(bytes, arena, allocated -> call(FREE, allocated));
        }

        private static Object call(MethodHandle function, Object... arguments) {
            try {
                return function.invokeWithArguments(arguments);
            } catch (Throwable e) {
                throw new IllegalStateException("C's functions for memory cannot be called", e);
            }
        }
    }
}
