package io.github.tornadosort.cli;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Which keys come first. */
final class OrderOptions {
    @Option(names = "--descending", description = "Largest first; floats that are no number are then first.")
    private boolean descending;

    @Option(
            names = "--bits",
            paramLabel = "LO:HI",
            description = "Only bits LO to HI-1 of the keys count, 0 being the least significant.")
    private String bits;

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    /**
     * The order of records asked for.
     *
     * @throws ParameterException if it is one of bits
     */
    SortOptions recordOptions() {
        if (bits != null) {
            throw new ParameterException(
                    spec.commandLine(), "'--bits' is for numbers; '--key' says which bytes of records count");
        }
        return descending ? SortOptions.builder().descending().build() : SortOptions.ascending();
    }

    /**
     * The order asked for.
     *
     * @throws ParameterException if these bits are not there in keys of this type
     */
    SortOptions options(KeyType type) {
        SortOptions.Builder options = SortOptions.builder();
        if (descending) {
            options.descending();
        }
        if (bits != null) {
            String[] ends = bits.matches("[0-9]{1,3}:[0-9]{1,3}") ? bits.split(":") : new String[] {"0", "-1"};
            int low = Integer.parseInt(ends[0]);
            int high = Integer.parseInt(ends[1]);
            if (low >= high || high > type.bits()) {
                throw new ParameterException(spec.commandLine(), "Invalid value for option '--bits': expected LO:HI with"
                        + " 0 <= LO < HI <= " + type.bits() + ", the bits of an " + type.label() + ", found '" + bits + "'");
            }
            options.bits(low, high);
        }
        return options.build();
    }
}
