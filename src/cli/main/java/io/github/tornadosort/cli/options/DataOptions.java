package io.github.tornadosort.cli.options;

import picocli.CommandLine.Option;

/** The options that select a generated data set. */
public final class DataOptions {
    @Option(
            names = "--distribution",
            defaultValue = "uniform",
            paramLabel = "D",
            description = "Distribution of the keys: uniform; sorted; few-values, sixteen different keys; or zipf, 65,536 different"
                    + " keys by Zipf's law. Default: ${DEFAULT-VALUE}.")
    private Distribution distribution;

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "S",
            description = "Seed of the random number generator. Default: ${DEFAULT-VALUE}.")
    private long seed;

    /** Returns the selected distribution. */
    public Distribution distribution() {
        return distribution;
    }

    /** Returns the seed of the random numbers. */
    public long seed() {
        return seed;
    }
}
