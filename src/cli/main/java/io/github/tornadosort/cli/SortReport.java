package io.github.tornadosort.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.SortStats.Reason;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.files.internal.sort.FileSort;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The statistics of a sort that {@code --stats} writes, as JSON. */
final class SortReport {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private SortReport() {}

    /** @param sorter the sorter that sorted the file */
    static void write(KeyType type, Sorter sorter, FileSort.Result result, OutputFile file) throws IOException {
        SortStats sort = result.sorts();
        ObjectNode report = JSON.createObjectNode().put("n", sort.keys()).put("type", type.label());
        // To look for a device that took no part may take a second.
        if (sort.reason() == Reason.DEVICE || sort.reason() == Reason.DEVICE_WRONG) {
            SortDevice device = sorter.device();
            report.put("backend", device.backend()).put("device", device.id()).put("deviceName", device.name().strip());
        }
        report.putObject("ran").put("on", sort.device().isEmpty() ? "host" : sort.device()).put("why", sort.why());
        report.putObject("passes").put("issued", sort.passesIssued()).put("skipped", sort.passesSkipped());
        report.putObject("verification").put("sorts", sort.verified()).put("mismatches", sort.mismatches());
        // The time of a sort on the host counts as that of kernels.
        report.putObject("nanos")
                .put("read", result.readNanos())
                .put("copyIn", sort.copyInNanos())
                .put("compile", sort.compileNanos())
                .put("kernels", sort.kernelNanos())
                .put("copyOut", sort.copyOutNanos())
                .put("write", result.writeNanos());
        file.write(ByteBuffer.wrap(JSON.writeValueAsBytes(report)));
        file.write(ByteBuffer.wrap(new byte[] {'\n'}));
        file.commit();
    }
}
