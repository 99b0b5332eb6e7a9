package io.github.tornadosort.bench;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.bench.Results.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * Runs a suite on one device in this process. {@code benchmarks/run} compares several devices and peers in separate processes.
 */
public final class Bench {
    private Bench() {}

    /**
     * Runs a suite.
     *
     * @param command the command line, for the results
     * @param log receives each result when it is available, and the targets at the end
     */
    public static Results run(Suite suite, SortDevice device, String command, Consumer<String> log) throws IOException {
        Path scratch = Campaign.scratch();
        try (Contender contender = new SorterContender(device, device.backend())) {
            Run run = new Campaign(suite, List.of(contender), scratch, log).run(List.of(), command, soFar -> {});
            logBars(run, log);
            return new Results(ThisMachine.sortingOn(device.name().strip()), List.of(run));
        } finally {
            Files.deleteIfExists(scratch);
        }
    }

    static void logBars(Run run, Consumer<String> log) {
        if (!run.bars().isEmpty()) {
            log.accept(Tables.BAR_HEADER);
            run.bars().forEach(bar -> log.accept(Tables.row(bar)));
        }
    }
}
