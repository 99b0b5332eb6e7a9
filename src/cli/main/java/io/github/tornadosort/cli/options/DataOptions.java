package io.github.tornadosort.cli.options;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.cli.data.Distribution;
import io.github.tornadosort.cli.data.Distributions;
import java.util.Iterator;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options that select a generated data set. */
public final class DataOptions {
    @Option(
            names = "--distribution",
            defaultValue = "uniform",
            paramLabel = "D",
            completionCandidates = Usages.class,
            description = "Distribution of the keys: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private String specification;

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "S",
            description = "Seed of the random number generator. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    /** Returns the distribution as it was given, with its parameters. */
    public String specification() {
        return specification;
    }

    /** Returns the seed of the random numbers. */
    public long seed() {
        return seed;
    }

    /**
     * Returns the selected distribution.
     *
     * @throws ParameterException if it does not exist or does not support this type
     */
    public Distribution distribution(KeyType type) {
        Distribution distribution;
        try {
            distribution = Distribution.of(specification);
        } catch (IllegalArgumentException e) {
            throw error(e.getMessage());
        }
        String objection = distribution.objection(type);
        if (objection != null) {
            throw error(objection);
        }
        return distribution;
    }

    private ParameterException error(String message) {
        return new ParameterException(spec.commandLine(), "Invalid value for option '--distribution': " + message);
    }

    private static final class Usages implements Iterable<String> {
        /** Doubles percent signs: what is shown is a format of {@link String#format}. */
        @Override
        public Iterator<String> iterator() {
            return Distributions.ALL.stream()
                    .map(entry -> entry.usage() + " (" + entry.help().replace("%", "%%") + ")")
                    .iterator();
        }
    }
}
