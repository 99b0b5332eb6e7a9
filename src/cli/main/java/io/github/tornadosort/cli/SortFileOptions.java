package io.github.tornadosort.cli;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
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

/** A file that a command sorts on a device, how, and where what comes of it is written. */
final class SortFileOptions {
    @Parameters(paramLabel = "INPUT", description = "The keys.")
    Path input;

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "OUTPUT",
            description = "Where to write the result.")
    Path output;

    @Mixin
    KeyFileOptions keys;

    @Mixin
    private OrderOptions order;

    @Mixin
    private MethodOptions method;

    @Mixin
    private DeviceOptions devices;

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    /** Opens the input, a file of keys. */
    KeyReader open() throws IOException {
        return keys.formats().open(input, keys.type());
    }

    /** Compares files with each other; a command's other files are for the command to add. */
    DistinctFiles distinctFiles() {
        return new DistinctFiles(spec);
    }

    /** How keys are to lie in the output. */
    KeyFormat outputFormat() {
        return keys.format(output);
    }

    /**
     * The type of the keys.
     *
     * @throws picocli.CommandLine.ParameterException if none was asked for
     */
    KeyType type() {
        return keys.type();
    }

    /**
     * How to sort keys.
     *
     * @throws picocli.CommandLine.ParameterException if that cannot be done with keys of their type
     */
    SortOptions options() {
        return method.on(order.options(keys.type()));
    }

    /**
     * How to sort records.
     *
     * @throws picocli.CommandLine.ParameterException if that cannot be done with records
     */
    SortOptions recordOptions() {
        return method.onRecords(order.recordOptions());
    }

    /**
     * Where to sort.
     *
     * @throws picocli.CommandLine.ParameterException if there is no such device
     */
    SortDevice device() {
        return devices.choose();
    }
}
