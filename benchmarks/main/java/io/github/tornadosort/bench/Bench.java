package io.github.tornadosort.bench;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.bench.Results.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** A suite on one device of this process. {@code benchmarks/run} measures several, with peers, in processes of their own. */
public final class Bench {
    private Bench() {}

    /**
     * Measures.
     *
     * @param command what was typed to have this
     * @param log told each result as it is had, and the bars at the end
     */
    public static Results run(Suite suite, SortDevice device, String command, Consumer<String> log) throws IOException {
        Path scratch = Campaign.scratch();
        try (Contender contender = new SorterContender(device, device.backend())) {
            Run run = new Campaign(suite, List.of(contender), scratch, log).run(List.of(), command, soFar -> {});
            tellBars(run, log);
            return new Results(ThisMachine.sortingOn(device.name().strip()), List.of(run));
        } finally {
            Files.deleteIfExists(scratch);
        }
    }

    static void tellBars(Run run, Consumer<String> log) {
        if (!run.bars().isEmpty()) {
            log.accept(Tables.BAR_HEADER);
            run.bars().forEach(bar -> log.accept(Tables.row(bar)));
        }
    }
}
