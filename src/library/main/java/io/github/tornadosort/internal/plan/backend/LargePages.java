package io.github.tornadosort.internal.plan.backend;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Host memory for which Linux is asked to use pages of 2 MiB. Cores and devices then need fewer translations of addresses. The system
 * must be asked before memory is first written, and the JDK writes memory that it allocates, so this memory comes from the system.
 */
public final class LargePages {
    /** Bytes of a large page. */
    static final long PAGE = 2 << 20;

    private static final int READ_AND_WRITE = 3;
    private static final int PRIVATE_AND_ANONYMOUS = 0x22;
    private static final int USE_LARGE_PAGES = 14;
    private static final long FAILED = -1;

    private LargePages() {}

    /**
     * Allocates memory, all 0, which is never freed. If the system has no large pages, the memory has small ones.
     *
     * @return the memory, which begins at a large page; null if it cannot be allocated: the system is not Linux, for example, or the
     *     module of this class may not access native memory
     */
    public static MemorySegment allocate(long bytes) {
        return isLinux() && LargePages.class.getModule().isNativeAccessEnabled() ? map(bytes) : null;
    }

    static boolean isLinux() {
        return System.getProperty("os.name").equals("Linux");
    }

    @SuppressWarnings("restricted")
    private static MemorySegment map(long bytes) {
        long size = Math.ceilDiv(bytes, PAGE) * PAGE;
        try {
            MemorySegment mapped = (MemorySegment) function(
                    "mmap", ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG)
                    .invokeExact(MemorySegment.NULL, size + PAGE, READ_AND_WRITE, PRIVATE_AND_ANONYMOUS, -1, 0L);
            if (mapped.address() == FAILED) {
                return null;
            }
            long begin = Math.ceilDiv(mapped.address(), PAGE) * PAGE;
            MemorySegment memory = MemorySegment.ofAddress(begin).reinterpret(size);
            // The result does not matter: if the system refuses, the pages are small.
            int _ = (int) function("madvise", JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT)
                    .invokeExact(memory, size, USE_LARGE_PAGES);
            return memory.asSlice(0, bytes);
        } catch (Throwable e) {
            return null;
        }
    }

    @SuppressWarnings("restricted")
    private static MethodHandle function(String name, MemoryLayout result, MemoryLayout... parameters) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, parameters));
    }
}
