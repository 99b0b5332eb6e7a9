package io.github.tornadosort.cli;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.cli.io.KeyReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "verify",
        description = "Checks that SORTED is in order and contains exactly the keys of INPUT. This check shares no code with"
                + " the sorts.")
final class VerifyCommand implements Callable<Integer> {
    @Parameters(paramLabel = "INPUT", description = "File of the keys before the sort.")
    private Path input;

    @Parameters(paramLabel = "SORTED", description = "File of the sorted keys.")
    private Path sorted;

    @Mixin
    private KeyFileOptions files;

    @Mixin
    private OrderOptions order;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        KeyType type = files.type();
        try (KeyReader before = files.formats().open(input, type);
                KeyReader after = files.formats().open(sorted, type);
                Progress progress = Progress.of("verify", before.bytes() + after.bytes())) {
            if (before.count() != after.count()) {
                throw new CommandFailure(sorted + ": expected the " + before.count() + " keys of " + input + ", found "
                        + after.count());
            }
            KeyMultiset expected = KeyMultiset.of(type, before.count());
            KeyMultiset found = expected.empty();
            OrderCheck check = new OrderCheck(type, order.options(type));
            KeyPieces.forEach(before, type, progress, expected::add);
            KeyPieces.forEach(after, type, progress, bits -> {
                check.accept(bits);
                found.add(bits);
            });
            String disorder = check.violation();
            if (disorder != null) {
                throw new CommandFailure(sorted + ": " + disorder);
            }
            String difference = found.difference(expected);
            if (difference != null) {
                throw new CommandFailure(sorted + ": " + difference);
            }
            PrintWriter out = spec.commandLine().getOut();
            out.println(sorted + ": " + after.count() + " " + type.label() + " keys in order, the same keys as "
                    + input + " (" + found.assurance() + ")");
        }
        return 0;
    }
}
