package io.github.tornadosort.cli;

import io.github.tornadosort.Column;
import io.github.tornadosort.cli.options.Count;
import io.github.tornadosort.cli.options.DataOptions;
import io.github.tornadosort.cli.options.KeyFileOptions;
import io.github.tornadosort.cli.options.OutputOptions;
import io.github.tornadosort.cli.terminal.Progress;
import io.github.tornadosort.files.internal.io.KeyFormat;
import io.github.tornadosort.files.internal.io.KeyWriter;
import io.github.tornadosort.files.internal.io.OutputFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
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
    /** Keys that are generated and written at a time, so that the file may be larger than memory. */
    private static final int PIECE = 1 << 22;

    @Option(
            names = "-n",
            required = true,
            paramLabel = "N",
            converter = Count.class,
            description = "Number of keys: 1000000, 1e6, 2^24 or 16M (K, M, G: 2^10, 2^20, 2^30).")
    private long n;

    @Mixin
    private KeyFileOptions files;

    @Mixin
    private OutputOptions output;

    @Mixin
    private DataOptions data;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        KeyFormat format = files.outputFormat(output.path(), output.path());
        if (n > Long.MAX_VALUE / files.type().bytes()) {
            throw new ParameterException(spec.commandLine(), "-n " + n + ": expected at most "
                    + Long.MAX_VALUE / files.type().bytes() + " " + files.type().label() + " keys");
        }
        output.require(format);
        try (OutputFile file = OutputFile.create(output.path());
                Arena arena = Arena.ofShared();
                Progress progress = Progress.of("generate", n * files.type().bytes())) {
            KeyWriter writer = format.writer(file, files.type(), n);
            MemorySegment memory = arena.allocate(Math.min(n, PIECE) * files.type().bytes());
            for (long first = 0; first < n; first += PIECE) {
                Column piece = new Column(memory, files.type()).range(0, Math.min(PIECE, n - first));
                data.distribution().fill(piece, data.seed(), first, n);
                writer.write(piece.segment(), progress);
            }
            file.commit();
        }
        return 0;
    }
}
