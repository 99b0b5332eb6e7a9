package io.github.tornadosort.cli;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.cli.options.CommandFailure;
import io.github.tornadosort.cli.options.InputPath;
import io.github.tornadosort.cli.options.SortFileOptions;
import io.github.tornadosort.cli.terminal.Progress;
import io.github.tornadosort.files.internal.io.KeyFormat;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.files.internal.sort.SystemMemory;
import io.github.tornadosort.files.internal.sort.WholeFile;
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
        description = "Sorts the segments of a file independently. Keys outside all segments are not moved.")
final class SegsortCommand implements Callable<Integer> {
    @Option(
            names = "--offsets",
            required = true,
            paramLabel = "FILE",
            converter = InputPath.class,
            description = "File of int64 offsets, one more than the number of segments. Segment i holds the keys with indices"
                    + " from offset i, inclusive, to offset i + 1, exclusive. Its format is found as for the other files.")
    private Path offsets;

    @Mixin
    private SortFileOptions files;

    @Override
    public Integer call() throws IOException {
        KeyType type = files.type();
        SortOptions options = files.options();
        KeyFormat outputFormat = files.checkOutput();
        files.distinctFiles().require("--offsets", offsets, "-o", files.output());
        try (Sorter sorter = files.openSorter();
                KeyReader reader = files.open();
                KeyReader offsetReader = files.keys().formats().open(offsets, KeyType.INT64, files.temporaryFolder());
                OutputFile file = OutputFile.create(files.output());
                Arena arena = Arena.ofShared()) {
            IndexLimit.require(files.input(), reader.count());
            requireMemory(reader.count(), offsetReader.count(), sorter);
            long[] starts = WholeFile.readKeys(offsetReader, KeyType.INT64, arena, Progress.LISTENER)
                    .segment()
                    .toArray(ValueLayout.JAVA_LONG);
            checkOffsets(starts, reader.count());
            Column keys = WholeFile.readKeys(reader, type, arena, Progress.LISTENER);
            try (Progress _ = Progress.ofUnknownLength("sort")) {
                sorter.segments(starts).sort(keys, options);
            }
            WholeFile.writeKeys(keys, outputFormat, file, Progress.LISTENER);
        }
        return 0;
    }

    /** Counts the keys and indices: keys are sorted with their indices, then both are reordered by segment. */
    private void requireMemory(long keys, long offsets, Sorter sorter) throws IOException {
        int width = files.type().bytes();
        long scratch = Math.max(
                sorter.scratchBytes(keys, files.type(), KeyType.INT32).host(),
                sorter.scratchBytes(keys, KeyType.INT32, KeyType.INT32).host());
        long needed = keys * (2 * width + 3 * Integer.BYTES) + 2 * Long.BYTES * offsets + scratch;
        SystemMemory.require(files.input(), "sorting segments of its " + keys + " keys", needed);
    }

    private void checkOffsets(long[] starts, long keys) {
        if (starts.length == 0) {
            throw new CommandFailure(offsets + ": expected at least one offset, found none");
        }
        for (int i = 0; i < starts.length; i++) {
            long least = i == 0 ? 0 : starts[i - 1];
            if (starts[i] < least || starts[i] > keys) {
                throw new CommandFailure(offsets + ": offset " + i + ": expected " + least + " to " + keys
                        + (i == 0 ? ", the number of keys of " : ", the previous offset and the number of keys of ")
                        + files.input() + ", found "
                        + starts[i]);
            }
        }
    }
}
