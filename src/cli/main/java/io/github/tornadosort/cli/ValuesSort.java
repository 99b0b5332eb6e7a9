package io.github.tornadosort.cli;

import io.github.tornadosort.Column;
import io.github.tornadosort.Diagnostics;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.cli.options.CommandFailure;
import io.github.tornadosort.cli.options.FormatOption;
import io.github.tornadosort.cli.options.SortFileOptions;
import io.github.tornadosort.cli.terminal.Progress;
import io.github.tornadosort.files.internal.io.KeyFormat;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.files.internal.io.RowFile;
import io.github.tornadosort.files.internal.sort.SystemMemory;
import io.github.tornadosort.files.internal.sort.WholeFile;
import io.github.tornadosort.internal.host.rows.Gather;
import io.github.tornadosort.internal.memory.NativeMemory;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

/** Sorts a file of keys in memory, and reorders a file of values of any width with them. */
record ValuesSort(SortFileOptions files) {
    void sort(Path values, Path valuesOutput) throws IOException {
        Order order = files.options();
        KeyFormat outputFormat = files.checkOutput();
        FormatOption formats = files.keys().formats();
        formats.checkRows(valuesOutput, "values");
        files.requireNoTerminal(valuesOutput);
        try (Sorter sorter = files.openSorter();
                KeyReader keyReader = files.open();
                KeyReader bytes = formats.openRows(values, 1, "values", files.temporaryFolder());
                OutputFile keyFile = OutputFile.create(files.output());
                OutputFile valueFile = OutputFile.create(valuesOutput);
                Arena arena = Arena.ofShared()) {
            int width = width(values, bytes.count(), files.input(), keyReader.count());
            if (integerType(width) == null) {
                IndexLimit.require(files.input(), keyReader.count());
            }
            SystemMemory.require(
                    files.input(),
                    "sorting its " + keyReader.count() + " keys and their values",
                    bytes(keyReader.count(), files.type(), width, sorter));
            Column keys = WholeFile.readKeys(keyReader, files.type(), arena, Progress.LISTENER);
            MemorySegment moved = WholeFile.read(bytes, 1, arena, Progress.LISTENER);
            MemorySegment sorted;
            try (Progress _ = Progress.ofUnknownLength("sort")) {
                sorted = sort(keys, moved, width, order, sorter, arena);
            }
            WholeFile.write(keys.segment(), outputFormat.writer(keyFile, keys.type(), keys.size()), Progress.LISTENER);
            WholeFile.write(sorted, RowFile.writer(valueFile), Progress.LISTENER);
            // Sorted keys without matching values would be useless, so both files are committed together.
            OutputFile.commitAll(keyFile, valueFile);
        }
    }

    private static int width(Path values, long bytes, Path input, long keys) {
        long width = keys == 0 ? 1 : bytes / keys;
        if (width * keys != bytes || width < 1 || width > Integer.MAX_VALUE) {
            throw new CommandFailure(values + ": expected the same number of bytes, at least one, for each of the " + keys
                    + " keys of " + input + ", found " + bytes + " bytes");
        }
        return (int) width;
    }

    /** Returns the bytes that n keys, their values and the sort need. */
    static long bytes(long n, KeyType type, int width, Sorter sorter) {
        KeyType direct = integerType(width);
        long gather = direct == null ? n * (Integer.BYTES + width) : 0;
        long scratch = Diagnostics.of(sorter).scratchBytes(n, type, direct == null ? KeyType.INT32 : direct).host();
        return n * (type.bytes() + width) + gather + scratch;
    }

    private static MemorySegment sort(
            Column keys, MemorySegment values, int width, Order order, Sorter sorter, Arena arena) {
        KeyType direct = integerType(width);
        if (direct != null) {
            sorter.sort(keys, order, new Column(values, direct));
            return values;
        }
        MemorySegment indices = arena.allocate(Integer.BYTES * keys.size(), Long.BYTES);
        for (int i = 0; i < keys.size(); i++) {
            indices.setAtIndex(ValueLayout.JAVA_INT, i, i);
        }
        sorter.sort(keys, order, new Column(indices, KeyType.INT32));
        MemorySegment ordered = NativeMemory.allocate(arena, values.byteSize());
        Gather.rows(values, indices, ordered, width);
        return ordered;
    }

    /** Returns the integer type of this width, whose values the sorter moves with the keys, or null if there is none. */
    private static KeyType integerType(int width) {
        return switch (width) {
            case 1 -> KeyType.UINT8;
            case 2 -> KeyType.UINT16;
            case 4 -> KeyType.UINT32;
            case 8 -> KeyType.UINT64;
            default -> null;
        };
    }
}
