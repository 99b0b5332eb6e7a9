package io.github.tornadosort.cli;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.cli.io.KeyFormat;
import io.github.tornadosort.cli.io.KeyReader;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options of commands that sort a file: the input, the output, the order, the algorithm and the device. */
final class SortFileOptions {
    @Parameters(paramLabel = "INPUT", description = "File to sort.")
    Path input;

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "OUTPUT",
            description = "File to write the result to.")
    Path output;

    @Mixin
    KeyFileOptions keys;

    @Mixin
    private OrderOptions order;

    @Mixin
    private AlgorithmOptions algorithm;

    @Mixin
    private DeviceOptions devices;

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    /** Opens the input as a file of keys. */
    KeyReader open() throws IOException {
        return keys.formats().open(input, keys.type());
    }

    /** Returns a check for files of this command. The caller names the files. */
    DistinctFiles distinctFiles() {
        return new DistinctFiles(spec);
    }

    /** Returns the format of the output. */
    KeyFormat outputFormat() {
        return keys.format(output);
    }

    /**
     * Returns the type of the keys.
     *
     * @throws picocli.CommandLine.ParameterException if none was given
     */
    KeyType type() {
        return keys.type();
    }

    /**
     * Returns the options for sorting keys.
     *
     * @throws picocli.CommandLine.ParameterException if keys of this type do not support them
     */
    SortOptions options() {
        return algorithm.apply(order.options(keys.type()));
    }

    /**
     * Returns the options for sorting records.
     *
     * @throws picocli.CommandLine.ParameterException if records do not support them
     */
    SortOptions recordOptions() {
        return algorithm.applyToRecords(order.recordOptions());
    }

    /**
     * Returns the options for sorting lines.
     *
     * @throws picocli.CommandLine.ParameterException if lines do not support them
     */
    SortOptions textOptions() {
        return algorithm.applyToText(order.textOptions());
    }

    /**
     * Returns the options for sorting the encoded keys of a table, which are ascending.
     *
     * @throws picocli.CommandLine.ParameterException if tables do not support them
     */
    SortOptions tableOptions() {
        return algorithm.applyToTable(SortOptions.ascending());
    }

    /**
     * Returns whether the keys of a table are descending by default.
     *
     * @throws picocli.CommandLine.ParameterException if tables do not support the options of the order
     */
    boolean areTablesDescending() {
        return order.areTablesDescending();
    }

    /**
     * Opens a sorter on the selected device, or if none is selected, on the host or a device. An algorithm and a verification
     * are available on a device alone.
     *
     * @throws picocli.CommandLine.ParameterException if no device matches the options
     */
    Sorter openSorter() {
        return devices.openSorter(algorithm.needDevice());
    }
}
