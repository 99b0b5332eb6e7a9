package io.github.tornadosort.cli;

import io.github.tornadosort.Column;
import io.github.tornadosort.Diagnostics;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.cli.options.SortFileOptions;
import io.github.tornadosort.cli.terminal.Progress;
import io.github.tornadosort.files.internal.io.KeyFormat;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.files.internal.sort.SystemMemory;
import io.github.tornadosort.files.internal.sort.WholeFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "argsort",
        description = "Writes the indices that would sort INPUT, like NumPy's argsort: int32, starting at 0. Equal keys keep"
                + " their order.")
final class ArgsortCommand implements Callable<Integer> {
    @Mixin
    private SortFileOptions files;

    @Override
    public Integer call() throws IOException {
        KeyType type = files.type();
        Order sortOrder = files.options();
        KeyFormat outputFormat = files.checkOutput();
        files.inputs().forEach(input -> files.distinctFiles().require("INPUT", input, "-o", files.output()));
        try (Sorter sorter = files.openSorter();
                KeyReader reader = files.open();
                OutputFile file = OutputFile.create(files.output());
                Arena arena = Arena.ofShared()) {
            IndexLimit.require(files.input(), reader.count());
            long scratch = Diagnostics.of(sorter).scratchBytes(reader.count(), type, KeyType.INT32).host();
            long needed = reader.count() * (type.bytes() + 2 * Integer.BYTES) + scratch;
            SystemMemory.require(files.input(), "computing the order of its " + reader.count() + " keys", needed);
            Column keys = WholeFile.readKeys(reader, type, arena, Progress.LISTENER);
            int[] indices;
            try (Progress _ = Progress.ofUnknownLength("sort")) {
                indices = sorter.argsort(keys, sortOrder);
            }
            WholeFile.writeIndices(indices, outputFormat, file, Progress.LISTENER);
        }
        return 0;
    }
}
