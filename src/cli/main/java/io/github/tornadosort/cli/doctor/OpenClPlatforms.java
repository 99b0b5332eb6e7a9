package io.github.tornadosort.cli.doctor;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Queries the platforms of the system's OpenCL loader, as any program that uses OpenCL does. */
final class OpenClPlatforms {
    private static final List<String> LOADERS = List.of(
            "libOpenCL.so.1", "OpenCL.dll", "/System/Library/Frameworks/OpenCL.framework/OpenCL");

    private static final int PLATFORM_NAME = 0x0902;
    private static final int MAX_BYTES = 1024;

    private final MethodHandle getPlatformIds;
    private final MethodHandle getPlatformInfo;

    @SuppressWarnings("restricted")
    private OpenClPlatforms(SymbolLookup loader) {
        Linker linker = Linker.nativeLinker();
        getPlatformIds = linker.downcallHandle(
                loader.findOrThrow("clGetPlatformIDs"),
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS));
        getPlatformInfo = linker.downcallHandle(
                loader.findOrThrow("clGetPlatformInfo"),
                FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_LONG, ADDRESS, ADDRESS));
    }

    /** Returns the names of the platforms whose drivers can be loaded, or empty if there is no OpenCL loader. */
    static Optional<List<String>> names() {
        return names(LOADERS);
    }

    static Optional<List<String>> names(List<String> loaders) {
        try (Arena arena = Arena.ofConfined()) {
            Optional<SymbolLookup> loader = loaders.stream().flatMap(OpenClPlatforms::load).findFirst();
            return loader.map(found -> new OpenClPlatforms(found).names(arena));
        }
    }

    @SuppressWarnings("restricted")
    private static Stream<SymbolLookup> load(String library) {
        try {
            // The library is never unloaded: threads of the drivers may still be running.
            return Stream.of(SymbolLookup.libraryLookup(library, Arena.global()));
        } catch (IllegalArgumentException e) {
            return Stream.empty();
        }
    }

    private List<String> names(Arena arena) {
        MemorySegment count = arena.allocate(JAVA_INT);
        if (call(getPlatformIds, 0, MemorySegment.NULL, count) != 0) {
            return List.of(); // "No platform" is an error code.
        }
        int platforms = count.get(JAVA_INT, 0);
        MemorySegment ids = arena.allocate(ADDRESS, platforms);
        call(getPlatformIds, platforms, ids, MemorySegment.NULL);
        MemorySegment text = arena.allocate(MAX_BYTES);
        List<String> all = new ArrayList<>();
        for (int i = 0; i < platforms; i++) {
            MemorySegment id = ids.getAtIndex(ADDRESS, i);
            int error = call(getPlatformInfo, id, PLATFORM_NAME, (long) MAX_BYTES, text, MemorySegment.NULL);
            all.add(error == 0 ? text.getString(0) : "a platform without a name");
        }
        return all;
    }

    private static int call(MethodHandle function, Object... arguments) {
        try {
            return (int) function.invokeWithArguments(arguments);
        } catch (Throwable e) {
            throw new IllegalStateException("OpenCL cannot be called", e);
        }
    }
}
