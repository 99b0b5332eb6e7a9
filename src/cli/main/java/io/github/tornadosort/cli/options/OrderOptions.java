package io.github.tornadosort.cli.options;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The order for the order of keys. */
public final class OrderOptions {
    @Option(names = {"-r", "--descending", "--reverse"}, description = "Sorts in descending order; NaNs come first.")
    private boolean descending;

    @Option(
            names = "--bits",
            paramLabel = "LO:HI",
            description = "Sorts by bits LO to HI-1 of the keys only. Bit 0 is the least significant.")
    private String bits;

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    /**
     * Returns the selected order of records, lines or rows.
     *
     * @param option the option that says what is sorted, for a message
     * @param advice the end of the message, which may be empty
     * @throws ParameterException if {@code --bits} was given
     */
    public Order withoutBits(String option, String advice) {
        if (bits != null) {
            throw new ParameterException(spec.commandLine(), "'--bits' cannot be used with '" + option + "'" + advice);
        }
        return descending ? Order.DESCENDING : Order.ASCENDING;
    }

    /**
     * Returns the selected order.
     *
     * @throws ParameterException if keys of this type do not have the selected bits
     */
    public Order options(KeyType type) {
        Order order = descending ? Order.DESCENDING : Order.ASCENDING;
        if (bits != null) {
            String[] ends = bits.matches("[0-9]{1,3}:[0-9]{1,3}") ? bits.split(":") : new String[] {"0", "-1"};
            int low = Integer.parseInt(ends[0]);
            int high = Integer.parseInt(ends[1]);
            if (low >= high || high > type.bits()) {
                throw new ParameterException(spec.commandLine(), "Invalid value for option '--bits': expected LO:HI with"
                        + " 0 <= LO < HI <= " + type.bits() + ", the width of " + type.label() + ", found '" + bits + "'");
            }
            return order.bits(low, high);
        }
        return order;
    }
}
