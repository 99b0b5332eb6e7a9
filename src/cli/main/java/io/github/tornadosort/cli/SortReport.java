package io.github.tornadosort.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.SortStats.Reason;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.files.internal.sort.FileSort;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The statistics of a sort that {@code --stats} writes. The backend and the device are absent if no device took part: to look for
 * one may take a second.
 *
 * @param n the number of keys
 * @param device the device as {@code D:N}
 * @param ran where the sort ran, and why
 * @param verification the counts of {@code --verify}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
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

    /**
     * The time of each step in nanoseconds.
     *
     * @param kernels the time of kernels, or of the sort on the host
     */
    record Nanos(long read, long copyIn, long compile, long kernels, long copyOut, long write) {}

    /** @param sorter the sorter that sorted the file */
    static SortReport of(KeyType type, Sorter sorter, FileSort.Result result) {
        SortStats sort = result.sorts();
        boolean onDevice = sort.reason() == Reason.DEVICE || sort.reason() == Reason.DEVICE_WRONG;
        SortDevice device = onDevice ? sorter.device() : null;
        return new SortReport(
                sort.keys(),
                type.label(),
                onDevice ? device.backend() : null,
                onDevice ? device.id() : null,
                onDevice ? device.name().strip() : null,
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
