package io.github.tornadosort.bench;

import io.github.tornadosort.bench.Results.BarResult;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What was measured against what a Java program would call otherwise: one row per {@link BarSet}, one column per machine. */
final class BarTable {
    private final List<BarSet> bars;
    private final Set<String> suites;
    private final List<MachinePage> machines;

    /** @param all the pages of all machines; those that ran none of the suites have no column */
    BarTable(List<BarSet> bars, List<MachinePage> all) {
        this.bars = bars;
        this.suites = bars.stream().map(BarSet::suite).collect(Collectors.toSet());
        this.machines = all.stream()
                .filter(page -> page.results().runs().stream().anyMatch(run -> suites.contains(run.suite())))
                .sorted(Comparator.comparingInt(page -> page.results().machine().cores()))
                .toList();
    }

    /** Returns the rows that some machine has measured, as a Markdown table. */
    String measured() {
        return table(bars.stream().filter(this::isMeasured).toList());
    }

    /** Returns all rows as a Markdown table. */
    String all() {
        return table(bars);
    }

    /** Returns the number of rows that no machine has measured. */
    long notMeasured() {
        return bars.stream().filter(set -> !isMeasured(set)).count();
    }

    /** Returns the results of a machine, also those that are not measured. */
    List<BarResult> results(MachinePage page) {
        return machines.contains(page)
                ? bars.stream().filter(set -> set.isFor(page.results())).map(set -> result(set, page)).toList()
                : List.of();
    }

    private boolean isMeasured(BarSet set) {
        return machines.stream().anyMatch(page -> set.isFor(page.results()) && result(set, page).figure() != null);
    }

    private static BarResult result(BarSet set, MachinePage page) {
        return set.evaluate(set.run(page.results()));
    }

    private String table(List<BarSet> rows) {
        String columns =
                machines.stream().map(page -> page.results().machine().device() + " | ").collect(Collectors.joining());
        return "| what | floor | aim | " + columns.strip() + "\n"
                + "|---|---|---|" + "---|".repeat(machines.size()) + "\n"
                + rows.stream().map(this::row).collect(Collectors.joining());
    }

    private String row(BarSet set) {
        return "| " + set.what() + " | " + Tables.limits(set) + " | " + machines.stream()
                .map(page -> set.isFor(page.results()) ? Tables.shortVerdict(result(set, page)) + " |" : "|")
                .collect(Collectors.joining(" ")) + "\n";
    }
}
