package io.github.tornadosort.cli.options;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.FileSorter;
import io.github.tornadosort.files.KeyFormat;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options of commands that sort keys: the inputs, the output, the order, the algorithm and the device. */
public final class KeySortOptions extends FileOptions {
    @Option(
            names = "--output-format",
            paramLabel = "FORMAT",
            description = "Format of the output, if it is not that of --format.")
    private KeyFormat outputFormat;

    @Option(
            names = "--algorithm",
            paramLabel = "NAME[:BITS]",
            defaultValue = "auto",
            description = "Algorithm: auto, radix, radix-msd, radix-scan, radix-split, radix-local, radix-four-way, sample, merge,"
                    + " bitonic or odd-even-merge. BITS sets the digit width of radix and radix-local, 1 to 8."
                    + " All algorithms produce the same order. Default: ${DEFAULT-VALUE}.")
    private String algorithm;

    @Option(
            names = "--verify",
            description = "Checks on the host what a device returns: the order, and a hash of keys and values before and after."
                    + " The host sorts again if the result is wrong, with a warning.")
    private boolean verify;

    @Mixin
    private TypeOptions types;

    @Mixin
    private OrderOptions order;

    @Mixin
    private DeviceOptions devices;

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    /**
     * Returns the type of the keys: the given one, or the one that the first input names.
     *
     * @throws ParameterException if there is none
     */
    public KeyType type() throws FileSortException {
        return types.type(inputs().getFirst(), types.format(inputs().getFirst()));
    }

    /** Checks that an output that is not text does not go to a terminal. */
    public void requireNoTerminal() {
        Path named = output().equals(STANDARD) ? inputs().getFirst() : output();
        requireNoTerminal(output(), outputFormat != null ? outputFormat : types.format(named));
    }

    /**
     * Returns a sorter of files in the order of these options.
     *
     * @param sorter sorts what is in memory
     */
    public FileSorter files(Sorter sorter) throws FileSortException {
        KeyType type = type();
        FileSorter keys = types.sorter(type, order.of(type)).sorter(sorter);
        return outputFormat == null ? keys : keys.outputFormat(outputFormat);
    }

    /**
     * Opens a sorter on the selected device, or if none is selected, on the host or a device. An algorithm and a verification
     * are available on a device alone.
     *
     * @throws ParameterException if no device matches the options
     */
    public Sorter openSorter() {
        Sorter.Builder builder = verify ? Sorter.builder().verified() : Sorter.builder();
        if (algorithm.equals("auto")) {
            return devices.openSorter(builder, verify);
        }
        String[] parts = algorithm.split(":", 2);
        try {
            builder = builder.algorithm(parts[0]);
            builder = parts.length == 1 ? builder : builder.digitBits(digitBits(parts[1]));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "Invalid value for option '--algorithm': " + e.getMessage(), e);
        }
        return devices.openSorter(builder, true);
    }

    private static int digitBits(String bits) {
        if (!bits.matches("[1-8]")) {
            throw new IllegalArgumentException("digits of '" + bits + "' bits: expected 1 to 8");
        }
        return Integer.parseInt(bits);
    }
}
