package io.github.tornadosort.cli;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.ScratchBytes;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.io.KeyReader;
import io.github.tornadosort.io.OutputFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "sort",
        description = "Sorts a file of keys, ascending unless told otherwise. OUTPUT is written beside its place and renamed when complete;"
                + " it may be INPUT.")
final class SortCommand implements Callable<Integer> {
    @Parameters(paramLabel = "INPUT", description = "The keys.")
    private Path input;

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "OUTPUT",
            description = "Where to write the sorted keys.")
    private Path output;

    @Option(
            names = "--stats",
            paramLabel = "FILE.json",
            description = "Where to write what was done, and how long each step took.")
    private Path stats;

    @Mixin
    private KeyFileOptions files;

    @Mixin
    private OrderOptions order;

    @Mixin
    private DeviceOptions devices;

    @Override
    public Integer call() throws IOException {
        KeyType type = files.type;
        SortOptions options = order.options(type);
        SortDevice device = devices.choose();
        Stopwatch stopwatch = new Stopwatch();
        try (KeyReader reader = files.format(input).open(input, type);
                OutputFile file = OutputFile.create(output);
                OutputFile statsFile = stats == null ? null : OutputFile.create(stats);
                Arena arena = Arena.ofShared();
                Sorter sorter = Sorter.open(device)) {
            requireMemory(reader.count(), sorter.scratchBytes(reader.count(), type));
            stopwatch.start();
            Column keys = read(reader, type, arena);
            long readNanos = stopwatch.lap();
            SortStats sorted = sorter.sort(keys, options);
            stopwatch.lap();
            write(file, keys);
            if (statsFile != null) {
                SortReport.of(type, device, sorted, readNanos, stopwatch.lap()).write(statsFile);
            }
        }
        return 0;
    }

    private void requireMemory(long keys, ScratchBytes scratch) {
        long needed = keys * files.type.bytes() + scratch.host();
        long there = HostMemory.bytes();
        if (needed > there) {
            throw new CommandFailure(String.format(
                    Locale.ROOT,
                    "%s: to sort its %d keys takes %.1f GiB of memory, expected at most the %.1f GiB of this machine",
                    input,
                    keys,
                    needed * 0x1p-30,
                    there * 0x1p-30));
        }
    }

    private Column read(KeyReader reader, KeyType type, Arena arena) throws IOException {
        Column keys = new Column(arena.allocate(reader.count() * type.bytes(), Long.BYTES), type);
        try (Progress progress = Progress.of("read", reader.bytes())) {
            reader.read(keys.segment(), progress);
        }
        return keys;
    }

    private void write(OutputFile file, Column keys) throws IOException {
        try (Progress progress = Progress.of("write", keys.segment().byteSize())) {
            files.format(output).writer(file, keys.type(), keys.size()).write(keys.segment(), progress);
        }
        file.commit();
    }
}
