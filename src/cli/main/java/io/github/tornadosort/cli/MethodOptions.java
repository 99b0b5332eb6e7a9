package io.github.tornadosort.cli;

import io.github.tornadosort.Algorithm;
import io.github.tornadosort.SortOptions;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** By which algorithm a command sorts, and whether the device checks its work. */
final class MethodOptions {
    @Option(
            names = "--algorithm",
            paramLabel = "NAME[:BITS]",
            defaultValue = "auto",
            description = "How to sort: auto, radix, radix-msd, radix-split, radix-local, radix-four-way, sample, merge,"
                    + " bitonic, odd-even-merge or transposition; radix and radix-local with digits of BITS bits, 1 to 8, if given."
                    + " Default: ${DEFAULT-VALUE}. The order is the same with all.")
    private String algorithm;

    @Option(
            names = "--verify",
            description = "The device checks its work: the order, and checksums of all keys and what moves with them,"
                    + " before and after. What it sorted wrongly is sorted on the JVM, and a line says so.")
    private boolean verify;

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    /**
     * The options with the check asked for, for records, whose sort chooses its own algorithm.
     *
     * @throws ParameterException if an algorithm is asked for
     */
    SortOptions onRecords(SortOptions options) {
        SortOptions chosen = on(options);
        if (chosen.algorithm() != Algorithm.AUTO) {
            throw new ParameterException(spec.commandLine(), "'--algorithm' cannot be used with '--records'");
        }
        return chosen;
    }

    /**
     * The options with the algorithm and the check asked for.
     *
     * @throws ParameterException if there is no algorithm of that name, or it has no such digits or no check
     */
    SortOptions on(SortOptions options) {
        try {
            SortOptions chosen = SortOptions.builder().algorithm(algorithm).build();
            return options.withAlgorithm(chosen.algorithm(), chosen.digitBits()).withVerification(verify);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(
                    spec.commandLine(), "Invalid value for option '--algorithm': " + e.getMessage(), e);
        }
    }
}
