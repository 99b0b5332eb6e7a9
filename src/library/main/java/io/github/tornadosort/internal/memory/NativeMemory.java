package io.github.tornadosort.internal.memory;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Allocates zeroed native memory. An arena writes zeros to all of it, on one core, before anything is read into it. For a large
 * allocation, C's {@code calloc} leaves that to the operating system, which zeroes a page when it is first accessed, on the
 * core that accesses it. Linux is asked for pages of 2 MiB, which it must be before that: cores and devices then need fewer
 * translations of addresses. If the system has no such pages, the memory has small ones.
 */
public final class NativeMemory {
    /** Smaller allocations cost less than the first call of a C function. */
    static final long MIN_BYTES = 64 << 20;
    /** Bytes of a large page. */
    static final long LARGE_PAGE = 2 << 20;

    private static final boolean IS_LINUX = System.getProperty("os.name").equals("Linux");

    private NativeMemory() {}

    /**
     * Allocates memory that lives as long as the arena, aligned for longs.
     *
     * @throws OutOfMemoryError if there is not enough memory
     */
    public static MemorySegment allocate(Arena arena, long bytes) {
        return bytes < MIN_BYTES ? arena.allocate(bytes, Long.BYTES) : C.allocate(arena, bytes);
    }

    /**
     * Allocates memory that begins at a large page, shares no page with other memory, and is never freed.
     *
     * @return the memory; null if it cannot be allocated: the system is not Linux, for example, or the module of this class may
     *     not access native memory
     */
    public static MemorySegment largePages(long bytes) {
        if (!IS_LINUX || !NativeMemory.class.getModule().isNativeAccessEnabled()) {
            return null;
        }
        long size = Math.ceilDiv(bytes, LARGE_PAGE) * LARGE_PAGE;
        try {
            MemorySegment memory = C.allocate(Arena.global(), size + LARGE_PAGE);
            return memory.asSlice(-memory.address() & LARGE_PAGE - 1, bytes);
        } catch (OutOfMemoryError e) {
            return null;
        }
    }

    /** The functions of the C library, which are linked on first use. */
    @SuppressWarnings("restricted")
    private static final class C {
        private static final MethodHandle CALLOC =
                function("calloc", FunctionDescriptor.of(ADDRESS, JAVA_LONG, JAVA_LONG));
        private static final MethodHandle FREE = function("free", FunctionDescriptor.ofVoid(ADDRESS));
        /** Null where advice has other numbers than on Linux. */
        private static final MethodHandle MADVISE =
                IS_LINUX ? function("madvise", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT)) : null;

        private static final int MADV_HUGEPAGE = 14;
        /** A multiple of the size of a small page on every machine. */
        private static final long PAGE_BYTES = 1 << 16;

        private static MethodHandle function(String name, FunctionDescriptor type) {
            Linker linker = Linker.nativeLinker();
            return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), type);
        }

        static MemorySegment allocate(Arena arena, long bytes) {
            MemorySegment memory = (MemorySegment) call(CALLOC, 1L, bytes);
            if (memory.address() == 0) {
                throw new OutOfMemoryError("cannot allocate " + bytes + " bytes");
            }
            if (MADVISE != null) {
                long unaligned = -memory.address() & PAGE_BYTES - 1;
                // A system without huge pages refuses, and loses nothing.
                call(MADVISE, MemorySegment.ofAddress(memory.address() + unaligned), bytes - unaligned, MADV_HUGEPAGE);
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
