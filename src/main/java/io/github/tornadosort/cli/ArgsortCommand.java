package io.github.tornadosort.cli;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.io.KeyReader;
import io.github.tornadosort.io.OutputFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "argsort",
        description = "Writes where the keys of the sorted order are in INPUT, as NumPy's argsort does: int32 places, from 0."
                + " Equal keys keep their order.")
final class ArgsortCommand implements Callable<Integer> {
    @Parameters(paramLabel = "INPUT", description = "The keys.")
    private Path input;

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "INDEX",
            description = "Where to write the places.")
    private Path output;

    @Mixin
    private KeyFileOptions files;

    @Mixin
    private OrderOptions order;

    @Mixin
    private MethodOptions method;

    @Mixin
    private DeviceOptions devices;

    @Override
    public Integer call() throws IOException {
        KeyType type = files.type();
        SortOptions options = method.on(order.options(type));
        SortDevice device = devices.choose();
        try (KeyReader reader = files.format(input).open(input, type);
                OutputFile file = OutputFile.create(output);
                Arena arena = Arena.ofShared();
                Sorter sorter = Sorter.open(device)) {
            Places.require(input, reader.count());
            long scratch = sorter.scratchBytes(reader.count(), type, KeyType.INT32).host();
            long needed = reader.count() * (type.bytes() + 2 * Integer.BYTES) + scratch;
            HostMemory.require(input, "to order its " + reader.count() + " keys", needed);
            int[] places = sorter.argsort(WholeFile.readKeys(reader, type, arena), options);
            WholeFile.writePlaces(places, files.format(output), file);
        }
        return 0;
    }
}
