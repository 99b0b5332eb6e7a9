package io.github.tornadosort.cli;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.cli.options.CsvOptions;
import io.github.tornadosort.cli.options.LineOptions;
import io.github.tornadosort.cli.options.OrderOptions;
import io.github.tornadosort.cli.options.TypeOptions;
import io.github.tornadosort.cli.options.VerifiedFiles;
import io.github.tornadosort.cli.terminal.Progress;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
        name = "verify",
        description = "Checks that SORTED is in order and contains exactly the keys of INPUT. Without INPUT, checks the order alone."
                + " 'verify lines' and 'verify csv' check files of lines and tables.",
        subcommands = {VerifyCommand.Lines.class, VerifyCommand.Csv.class})
final class VerifyCommand implements Callable<Integer> {
    @Mixin
    private VerifiedFiles names;

    @Mixin
    private TypeOptions types;

    @Mixin
    private OrderOptions order;

    @Override
    public Integer call() throws IOException {
        KeyType type = types.type(names.first(), types.format(names.first()));
        names.check(types.sorter(type, order.of(type)), "key", type.label() + " ");
        return 0;
    }

    @Command(
            name = "lines",
            description = "Checks that SORTED is in the order that the options of 'lines' name, and contains exactly the lines of INPUT."
                    + " Without INPUT, checks the order alone.")
    static final class Lines implements Callable<Integer> {
        @Mixin
        private VerifiedFiles names;

        @Mixin
        private LineOptions lines;

        @Override
        public Integer call() throws IOException {
            names.check(lines.sorter().progress(Progress.LISTENER), "line", "");
            return 0;
        }
    }

    @Command(
            name = "csv",
            description = "Checks that SORTED is in the order that the options of 'csv' name, and contains exactly the rows of INPUT."
                    + " Without INPUT, checks the order alone.")
    static final class Csv implements Callable<Integer> {
        @Mixin
        private VerifiedFiles names;

        @Mixin
        private CsvOptions table;

        @Spec
        private CommandSpec spec;

        @Override
        public Integer call() throws IOException {
            names.check(
                    table.sorter(names.first()).progress(new Progress(Failures.notices(spec.commandLine()))), "row", "");
            return 0;
        }
    }
}
