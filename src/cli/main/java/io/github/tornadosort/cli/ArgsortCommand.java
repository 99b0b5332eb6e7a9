package io.github.tornadosort.cli;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.cli.io.KeyFormat;
import io.github.tornadosort.cli.io.KeyReader;
import io.github.tornadosort.cli.io.OutputFile;
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
        SortOptions options = files.options();
        KeyFormat outputFormat = files.outputFormat();
        files.distinctFiles().require("INPUT", files.input, "-o", files.output);
        try (Sorter sorter = files.openSorter();
                KeyReader reader = files.open();
                OutputFile file = OutputFile.create(files.output);
                Arena arena = Arena.ofShared()) {
            IndexLimit.require(files.input, reader.count());
            long scratch = sorter.scratchBytes(reader.count(), type, KeyType.INT32).host();
            long needed = reader.count() * (type.bytes() + 2 * Integer.BYTES) + scratch;
            SystemMemory.require(files.input, "computing the order of its " + reader.count() + " keys", needed);
            int[] indices = sorter.argsort(WholeFile.readKeys(reader, type, arena), options);
            WholeFile.writeIndices(indices, outputFormat, file);
        }
        return 0;
    }
}
