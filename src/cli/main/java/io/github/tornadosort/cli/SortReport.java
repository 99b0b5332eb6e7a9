package io.github.tornadosort.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.cli.io.OutputFile;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The statistics of a sort that {@code --stats} writes.
 *
 * @param n the number of keys
 * @param device the selected device as {@code D:N}
 * @param ran where the sort ran, and why
 * @param verification the counts of {@code --verify}
 */
record SortReport(
        long n,
        String type,
        String backend,
        String device,
        String deviceName,
        Ran ran,
        Passes passes,
        Verification verification,
        Nanos nanos) {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    /**
     * Where the sort ran.
     *
     * @param on the device that took part, or {@code host} if none did
     */
    record Ran(String on, String why) {
        private static Ran of(SortStats sort) {
            return new Ran(sort.device().isEmpty() ? "host" : sort.device(), sort.why());
        }
    }

    /** The number of digit passes that ran, and of those that were skipped. */
    record Passes(int issued, int skipped) {}

    /** The number of verified sorts, and of those that were wrong and were repeated on the JVM. */
    record Verification(int sorts, int mismatches) {}

    /** The time of each step in nanoseconds. */
    record Nanos(long read, long copyIn, long compile, long kernels, long copyOut, long write) {}

    static SortReport of(KeyType type, SortDevice device, FileSort.Result result) {
        SortStats sort = result.sorts();
        return new SortReport(
                sort.keys(),
                type.label(),
                device.backend(),
                device.id(),
                device.name().strip(),
                Ran.of(sort),
                new Passes(sort.passesIssued(), sort.passesSkipped()),
                new Verification(sort.verified(), sort.mismatches()),
                new Nanos(
                        result.readNanos(),
                        sort.copyInNanos(),
                        sort.compileNanos(),
                        sort.kernelNanos(),
                        sort.copyOutNanos(),
                        result.writeNanos()));
    }

    void write(OutputFile file) throws IOException {
        file.write(ByteBuffer.wrap(JSON.writeValueAsBytes(this)));
        file.write(ByteBuffer.wrap(new byte[] {'\n'}));
        file.commit();
    }
}
