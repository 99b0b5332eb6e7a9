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
 * What a sort from file to file did, as {@code --stats} writes it.
 *
 * @param n keys
 * @param device D:N
 * @param verification with {@code --verify}, sorts that were checked, and those that were wrong
 */
record SortReport(
        long n,
        String type,
        String backend,
        String device,
        String deviceName,
        Passes passes,
        Verification verification,
        Nanos nanos) {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    /** Digit passes that ran, and that did not have to. */
    record Passes(int issued, int skipped) {}

    /** Sorts on the device whose result was checked, and those of them that were wrong and were done on the JVM. */
    record Verification(int sorts, int mismatches) {}

    /** How long each step took, in nanoseconds. */
    record Nanos(long read, long copyIn, long compile, long kernels, long copyOut, long write) {}

    static SortReport of(KeyType type, SortDevice device, FileSort.Done done) {
        SortStats sort = done.sorts();
        return new SortReport(
                sort.keys(),
                type.label(),
                device.backend(),
                device.id(),
                device.name().strip(),
                new Passes(sort.passesIssued(), sort.passesSkipped()),
                new Verification(sort.verified(), sort.mismatches()),
                new Nanos(
                        done.readNanos(),
                        sort.copyInNanos(),
                        sort.compileNanos(),
                        sort.kernelNanos(),
                        sort.copyOutNanos(),
                        done.writeNanos()));
    }

    void write(OutputFile file) throws IOException {
        file.write(ByteBuffer.wrap(JSON.writeValueAsBytes(this)));
        file.write(ByteBuffer.wrap(new byte[] {'\n'}));
        file.commit();
    }
}
