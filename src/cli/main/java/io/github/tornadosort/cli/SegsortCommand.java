package io.github.tornadosort.cli;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.cli.options.CommandFailure;
import io.github.tornadosort.cli.options.InputPath;
import io.github.tornadosort.cli.options.SortFileOptions;
import io.github.tornadosort.cli.terminal.Progress;
import io.github.tornadosort.files.internal.io.KeyReader;
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
        files.checkOutput();
        files.distinctFiles().require("--offsets", offsets, "-o", files.output());
        try (KeyReader reader = files.open();
                KeyReader offsetReader = files.keys().formats().open(offsets, KeyType.INT64, files.temporaryFolder())) {
            new SegmentSort(files).sort(
                    reader, offsetReader.count(), keys -> readOffsets(offsetReader, keys), reader.count());
        }
        return 0;
    }

    private long[] readOffsets(KeyReader reader, long keys) throws IOException {
        try (Arena arena = Arena.ofShared()) {
            long[] starts = WholeFile.readKeys(reader, KeyType.INT64, arena, Progress.LISTENER)
                    .segment()
                    .toArray(ValueLayout.JAVA_LONG);
            checkOffsets(starts, keys);
            return starts;
        }
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
