package io.github.tornadosort.cli.options;

import io.github.tornadosort.Algorithm;
import io.github.tornadosort.SortOptions;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options for the algorithm of a sort and for its verification. */
public final class AlgorithmOptions {
    @Option(
            names = "--algorithm",
            paramLabel = "NAME[:BITS]",
            defaultValue = "auto",
            description = "Algorithm: auto, radix, radix-msd, radix-scan, radix-split, radix-local, radix-four-way, sample, merge,"
                    + " bitonic, odd-even-merge or transposition. BITS sets the digit width of radix and radix-local, 1 to 8."
                    + " All algorithms produce the same order. Default: ${DEFAULT-VALUE}.")
    private String algorithm;

    @Option(
            names = "--verify",
            description = "Checks on the host what a device returns: the order, and a hash of keys and values before and after."
                    + " The host sorts again if the result is wrong, with a warning.")
    private boolean verify;

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    /** Returns whether sorts are verified. */
    boolean isVerified() {
        return verify;
    }

    /** Returns whether an option was given that the sorts on the host do not have. */
    boolean needDevice() {
        return verify || !algorithm.equals("auto");
    }

    /**
     * Returns sort options with the selected verification for records, lines or rows, whose sorts choose their own algorithm.
     *
     * @param option the option that says what is sorted, for a message
     * @throws ParameterException if an algorithm is selected
     */
    SortOptions applyWithout(SortOptions options, String option) {
        SortOptions applied = apply(options);
        if (applied.algorithm() != Algorithm.AUTO) {
            throw new ParameterException(spec.commandLine(), "'--algorithm' cannot be used with '" + option + "'");
        }
        return applied;
    }

    /**
     * Returns sort options with the selected algorithm and verification.
     *
     * @throws ParameterException if the algorithm does not exist, or does not support the digit width
     */
    SortOptions apply(SortOptions options) {
        try {
            SortOptions parsed = SortOptions.builder().algorithm(algorithm).build();
            return options.withAlgorithm(parsed.algorithm(), parsed.digitBits()).withVerification(verify);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(
                    spec.commandLine(), "Invalid value for option '--algorithm': " + e.getMessage(), e);
        }
    }
}
