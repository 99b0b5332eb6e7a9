package io.github.tornadosort.cli;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.cli.options.Count;
import io.github.tornadosort.cli.options.DataOptions;
import io.github.tornadosort.cli.options.FileOptions;
import io.github.tornadosort.cli.options.TypeOptions;
import io.github.tornadosort.cli.terminal.Progress;
import io.github.tornadosort.files.KeyFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "generate",
        description = "Writes a file of keys of a given distribution. The same seed produces the same bytes on every machine.")
final class GenerateCommand implements Callable<Integer> {
    @Option(
            names = "-n",
            required = true,
            paramLabel = "N",
            converter = Count.class,
            description = "Number of keys: 1000000, 1e6, 2^24 or 16M (K, M, G: 2^10, 2^20, 2^30).")
    private long n;

    @Mixin
    private TypeOptions types;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUTPUT",
            converter = FileOptions.Name.class,
            description = "File to write the keys to. - is standard output, which is the default.")
    private Path output = FileOptions.STANDARD;

    @Mixin
    private DataOptions data;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        KeyFormat format = types.format(output);
        KeyType type = types.type(output, KeyFormat.RAW);
        if (n > Long.MAX_VALUE / type.bytes()) {
            throw new ParameterException(spec.commandLine(), "-n " + n + ": expected at most "
                    + Long.MAX_VALUE / type.bytes() + " " + type.label() + " keys");
        }
        FileOptions.requireNoTerminal(output, format);
        format.write(
                output, type, n, (piece, first) -> data.distribution().fill(piece, data.seed(), first, n),
                Progress.LISTENER);
        return 0;
    }
}
