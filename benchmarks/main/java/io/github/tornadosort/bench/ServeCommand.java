package io.github.tornadosort.bench;

import io.github.tornadosort.bench.peer.ArrowPeer;
import io.github.tornadosort.bench.peer.DuckDbTablePeer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "serve",
        hidden = true,
        description = "Answers requests of the benchmark on standard input, as a contender in a process of its own.")
final class ServeCommand implements Callable<Integer> {
    @Parameters(paramLabel = "CONTENDER", description = "arrow-sort or duckdb-table.")
    private String name;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        try (Contender contender = contender()) {
            Worker.serve(contender, new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)),
                    System.out);
        }
        return 0;
    }

    private Contender contender() {
        return switch (name) {
            case ArrowPeer.NAME -> new ArrowPeer();
            case DuckDbTablePeer.NAME -> new DuckDbTablePeer();
            default -> throw new ParameterException(spec.commandLine(), "unknown contender '" + name + "'");
        };
    }
}
