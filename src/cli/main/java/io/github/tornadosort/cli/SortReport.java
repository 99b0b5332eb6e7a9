package io.github.tornadosort.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.SortStats.Reason;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.cli.terminal.Progress;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.FileSorter;
import io.github.tornadosort.files.ProgressListener.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Sorts keys, and writes statistics as JSON. */
record SortReport(Path file, KeyType type, Sorter sorter) {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    void run(FileSorter files, List<Path> inputs, Path output) throws IOException {
        boolean isFolder = Files.isDirectory(file);
        if (isFolder || !Files.isDirectory(file.toAbsolutePath().getParent())) {
            throw new FileSortException(
                    file, isFolder ? "is a directory, expected a file" : "cannot be written: no such file or directory");
        }
        for (Path input : inputs) {
            requireOther(input);
        }
        requireOther(output);
        Map<String, Long> nanos = new ConcurrentHashMap<>();
        SortStats stats = files.progress((task, bytes) -> timed(task, bytes, nanos)).sort(inputs, output);
        requireOther(output); // a link may lead to what exists now
        try {
            Files.writeString(file, JSON.writeValueAsString(json(stats, nanos)) + "\n");
        } catch (IOException e) {
            throw FileSortException.of(file, "cannot be written", e);
        }
    }

    /** Begins a step that adds its time to the others of its name. */
    private static Step timed(String task, long bytes, Map<String, Long> nanos) {
        Step shown = Progress.LISTENER.begin(task, bytes);
        long start = System.nanoTime();
        return new Step() {
            private boolean isClosed;

            @Override
            public void accept(long done) {
                shown.accept(done);
            }

            @Override
            public void close() {
                if (!isClosed) {
                    isClosed = true;
                    nanos.merge(task, System.nanoTime() - start, Long::sum);
                }
                shown.close();
            }
        };
    }

    private void requireOther(Path other) throws IOException {
        boolean exist = Files.exists(file) && Files.exists(other);
        if (exist
                ? Files.isSameFile(file, other)
                : file.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize())) {
            throw new IllegalArgumentException(
                    "'--stats' is " + other + ", a file of keys of this sort; choose another one");
        }
    }

    private ObjectNode json(SortStats sort, Map<String, Long> nanos) {
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
                .put("read", nanos.getOrDefault("read", 0L))
                .put("copyIn", sort.copyInNanos())
                .put("compile", sort.compileNanos())
                .put("kernels", sort.kernelNanos())
                .put("copyOut", sort.copyOutNanos())
                .put("write", nanos.getOrDefault("write", 0L));
        return report;
    }
}
