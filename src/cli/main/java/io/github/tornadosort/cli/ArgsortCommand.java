package io.github.tornadosort.cli;

import io.github.tornadosort.Sorter;
import io.github.tornadosort.cli.options.KeySortOptions;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "argsort",
        description = "Writes the indices that would sort INPUT, like NumPy's argsort: int32, starting at 0. Equal keys keep"
                + " their order.")
final class ArgsortCommand implements Callable<Integer> {
    @Mixin
    private KeySortOptions files;

    @Override
    public Integer call() throws IOException {
        files.type();
        files.requireNoTerminal();
        try (Sorter sorter = files.openSorter()) {
            files.files(sorter).argsort(files.inputs(), files.output());
        }
        return 0;
    }
}
