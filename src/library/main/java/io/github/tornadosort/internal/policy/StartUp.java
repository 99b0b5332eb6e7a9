package io.github.tornadosort.internal.policy;

import java.io.InputStream;

/**
 * How long it takes until a device sorts, read from a {@linkplain DataFile data file}, a table with these columns:
 *
 * <pre>
 * backend  openMillis  compileMillis  againMillis  nanosPerByte
 * cuda     600         2300           1200         1
 * </pre>
 *
 * A backend without a line starts in no time. The line {@link #SDK} says what to expect before a TornadoVM SDK has told its
 * backend.
 *
 * @param openNanos time until TornadoVM has started and devices are known
 * @param compileNanos time to compile the kernels of the first plan of a process
 * @param againNanos time to compile the kernels of each further plan
 * @param nanosPerByte time per byte of keys and values to allocate the memory of a plan
 */
public record StartUp(long openNanos, long compileNanos, long againNanos, long nanosPerByte) {
    /** The backend of an SDK before it is known. */
    public static final String SDK = "sdk";

    /** A device that sorts at once. */
    public static final StartUp NONE = new StartUp(0, 0, 0, 0);

    private static final String COLUMNS = "backend  openMillis  compileMillis  againMillis  nanosPerByte";
    private static final long NANOS_PER_MILLI = 1_000_000;

    /**
     * Reads the line of a backend; returns {@link #NONE} if there is none.
     *
     * @param file the file name for error messages
     * @throws PolicyFileException if a line is not valid
     */
    static StartUp read(String file, InputStream in, String backend) {
        StartUp found = NONE;
        for (DataFile.Line line : DataFile.read(file, in)) {
            String[] columns = line.text().split("\\s+");
            if (!line.text().matches("\\w+(\\s+\\d{1,9}){4}")) {
                throw new PolicyFileException(file,
                        "line " + line.number() + ": expected the columns " + COLUMNS + ", found '"
                                + line.text() + "'",
                        null);
            }
            if (columns[0].equals(backend)) {
                found = new StartUp(
                        nanos(columns[1]), nanos(columns[2]), nanos(columns[3]), Long.parseLong(columns[4]));
            }
        }
        return found;
    }

    private static long nanos(String millis) {
        return Long.parseLong(millis) * NANOS_PER_MILLI;
    }
}
