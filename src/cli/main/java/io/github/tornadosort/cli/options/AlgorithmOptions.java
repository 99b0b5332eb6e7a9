package io.github.tornadosort.cli.options;

import io.github.tornadosort.Sorter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The order for the algorithm of a sort and for its verification. */
public final class AlgorithmOptions {
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

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    /** Returns whether an option was given that the sorts on the host do not have. */
    boolean needDevice() {
        return verify || !algorithm.equals("auto");
    }

    /**
     * Returns a builder for sorters with the selected algorithm and verification.
     *
     * @throws ParameterException if the algorithm does not exist, or does not support the digit width
     */
    Sorter.Builder builder() {
        Sorter.Builder builder = verify ? Sorter.builder().verified() : Sorter.builder();
        if (algorithm.equals("auto")) {
            return builder;
        }
        String[] parts = algorithm.split(":", 2);
        try {
            builder.algorithm(parts[0]);
            if (parts.length > 1) {
                builder.digitBits(digitBits(parts[1]));
            }
            return builder;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(
                    spec.commandLine(), "Invalid value for option '--algorithm': " + e.getMessage(), e);
        }
    }

    private static int digitBits(String bits) {
        if (!bits.matches("[1-8]")) {
            throw new IllegalArgumentException("digits of '" + bits + "' bits: expected 1 to 8");
        }
        return Integer.parseInt(bits);
    }
}
