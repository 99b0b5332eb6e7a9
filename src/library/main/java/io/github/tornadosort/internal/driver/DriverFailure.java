package io.github.tornadosort.internal.driver;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Describes in one line why a device's driver cannot be used. TornadoVM itself omits part of the reason. */
public final class DriverFailure {
    private static final List<String> BACKENDS = List.of("opencl", "ptx", "cuda", "spirv", "metal");

    /** The names of exceptions, and the codes of CUDA and OpenCL. */
    private static final Pattern LACK_OF_MEMORY =
            Pattern.compile("OutOfMemory|out[ _]of[ _](host[ _]|device[ _])?memory|MEM_OBJECT_ALLOCATION_FAILURE",
                    Pattern.CASE_INSENSITIVE);

    private DriverFailure() {}

    /** {@return the innermost cause's message that is not blank, or else the name of the failure's class} */
    public static String reason(Throwable failure) {
        String reason = failure.getClass().getSimpleName();
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause.getMessage() != null && !cause.getMessage().isBlank()) {
                reason = cause.getMessage();
            }
        }
        return reason.replaceAll("\u001b\\[[0-9;]*m", "")
                .replaceFirst("^\\[(ERROR|WARNING)]\\s*", "")
                .replaceFirst("\\.?\\s*Deoptimizing to sequential execution\\.?", "")
                .strip()
                .replaceAll("\\s*\\R\\s*", " ");
    }

    /** {@return whether a failure is that the device or the host has too little memory} Drivers say so in several ways. */
    public static boolean isLackOfMemory(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String text = cause.getClass().getSimpleName() + " " + cause.getMessage();
            if (LACK_OF_MEMORY.matcher(text).find()) {
                return true;
            }
        }
        return false;
    }

    /** {@return why TornadoVM did not start: the library that cannot be loaded if there is one, or else its own reason} */
    public static String ofStart(Throwable failure) {
        return missingLibrary(System.getProperty("java.library.path", "")).orElseGet(() -> reason(failure));
    }

    /**
     * Loads the native library of each backend in turn. TornadoVM reports the library as missing even if the library exists but
     * one of its dependencies does not.
     *
     * @param folders the folders to search, in the format of {@code java.library.path}
     * @return the system's message for the first library that cannot be loaded; it names the missing file
     */
    static Optional<String> missingLibrary(String folders) {
        return Stream.of(folders.split(File.pathSeparator))
                .flatMap(folder -> BACKENDS.stream()
                        .map(backend -> Path.of(folder, System.mapLibraryName("tornado-" + backend))))
                .map(Path::toAbsolutePath)
                .filter(Files::isRegularFile)
                .flatMap(library -> loadError(library).stream())
                .findFirst();
    }

    @SuppressWarnings("restricted")
    private static Optional<String> loadError(Path library) {
        try {
            System.load(library.toString());
            return Optional.empty();
        } catch (UnsatisfiedLinkError e) {
            return Optional.of(reason(e));
        }
    }
}
