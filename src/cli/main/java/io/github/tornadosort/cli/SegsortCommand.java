package io.github.tornadosort.cli;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.cli.io.KeyFormat;
import io.github.tornadosort.cli.io.KeyReader;
import io.github.tornadosort.cli.io.OutputFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "segsort",
        description = "Sorts segments of a file, each by itself; keys outside of all segments stay where they are.")
final class SegsortCommand implements Callable<Integer> {
    @Option(
            names = "--offsets",
            required = true,
            paramLabel = "FILE",
            description = "int64 numbers, one more than there are segments: segment i is the keys from number i up to, not"
                    + " including, number i + 1, counted from 0. Its format is that of --format, or its name tells.")
    private Path offsets;

    @Mixin
    private SortFileOptions files;

    @Override
    public Integer call() throws IOException {
        KeyType type = files.type();
        SortOptions options = files.options();
        KeyFormat outputFormat = files.outputFormat();
        files.distinctFiles().require("--offsets", offsets, "-o", files.output);
        SortDevice device = files.device();
        try (KeyReader reader = files.open();
                KeyReader offsetReader = files.keys.formats().open(offsets, KeyType.INT64);
                OutputFile file = OutputFile.create(files.output);
                Arena arena = Arena.ofShared();
                Sorter sorter = Sorter.open(device)) {
            IndexLimit.require(files.input, reader.count());
            requireMemory(reader.count(), offsetReader.count(), sorter);
            long[] starts = WholeFile.readKeys(offsetReader, KeyType.INT64, arena)
                    .segment()
                    .toArray(ValueLayout.JAVA_LONG);
            checkOffsets(starts, reader.count());
            Column keys = WholeFile.readKeys(reader, type, arena);
            sorter.sortSegments(keys, starts, options);
            WholeFile.writeKeys(keys, outputFormat, file);
        }
        return 0;
    }

    /** Keys are sorted with their places, which are then sorted by their segments; and both are put in order. */
    private void requireMemory(long keys, long offsets, Sorter sorter) {
        int width = files.type().bytes();
        long scratch = Math.max(
                sorter.scratchBytes(keys, files.type(), KeyType.INT32).host(),
                sorter.scratchBytes(keys, KeyType.INT32, KeyType.INT32).host());
        long needed = keys * (2 * width + 3 * Integer.BYTES) + 2 * Long.BYTES * offsets + scratch;
        SystemMemory.require(files.input, "to sort segments of its " + keys + " keys", needed);
    }

    private void checkOffsets(long[] starts, long keys) {
        if (starts.length == 0) {
            throw new CommandFailure(offsets + ": expected at least one offset, found none");
        }
        for (int i = 0; i < starts.length; i++) {
            long least = i == 0 ? 0 : starts[i - 1];
            if (starts[i] < least || starts[i] > keys) {
                throw new CommandFailure(offsets + ": offset " + i + ": expected " + least + " to " + keys
                        + (i == 0 ? ", the keys of " : ", the offset before it and the keys of ") + files.input + ", found "
                        + starts[i]);
            }
        }
    }
}
