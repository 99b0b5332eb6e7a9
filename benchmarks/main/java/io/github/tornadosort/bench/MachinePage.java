package io.github.tornadosort.bench;

import io.github.tornadosort.bench.Contender.About;
import io.github.tornadosort.bench.Results.Result;
import io.github.tornadosort.bench.Results.Run;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The page of one machine in the report: every suite with its contenders and all times. */
final class MachinePage {
    private final StringBuilder text = new StringBuilder();

    private MachinePage() {}

    /** Returns the text of the page. */
    static String of(Results results) {
        MachinePage page = new MachinePage();
        Origin origin = results.origin();
        page.line("# " + origin.machine());
        page.line("");
        page.line(
                origin.hardware() + ". tornado-sort " + origin.version() + ", commit " + origin.code() + ", " + origin.date()
                        + ". Times are medians with [least, most].");
        results.runs().forEach(page::run);
        return page.text.toString();
    }

    private void run(Run run) {
        line("");
        line("## " + run.suite());
        line("");
        line(run.question());
        line("");
        line("`" + run.command() + "`, " + run.started());
        line("");
        run.contenders().forEach(about -> line("- " + about.contender() + ": "
                + (about.absent() != null ? "absent, " + about.absent() : about.what() + ", on " + about.device())));
        if (run.random().isEmpty()) {
            table(run);
        } else {
            random(run);
        }
    }

    /** Writes one row per case, one column per contender. */
    private void table(Run run) {
        List<String> names = run.contenders().stream()
                .filter(about -> about.absent() == null)
                .map(About::contender)
                .distinct()
                .toList();
        line("");
        line("| case | " + String.join(" | ", names) + " |");
        line("|---|" + "---|".repeat(names.size()));
        Map<String, Map<String, String>> rows = new LinkedHashMap<>();
        for (Result result : run.results()) {
            rows.computeIfAbsent(result.caseName(), _ -> new LinkedHashMap<>()).put(result.contender(), cell(result));
        }
        rows.forEach((one, cells) -> line("| " + one + " | "
                + names.stream().map(name -> cells.getOrDefault(name, "")).collect(Collectors.joining(" | ")) + " |"));
    }

    /** Returns all times of a result, and the memory of a program. */
    private static String cell(Result result) {
        if (!result.isMeasured()) {
            return result.note().startsWith("failed") ? result.note() : "";
        }
        String times = result.nanos().size() == 1
                ? Tables.time(result.time())
                : result.nanos().entrySet().stream()
                        .map(time -> time.getKey() + " " + Tables.time(time.getValue()))
                        .collect(Collectors.joining("; "));
        Spread peak = result.counts() == null ? null : result.counts().get(Metric.PEAK_RSS_BYTES);
        return times + (peak == null ? "" : "; " + Tables.significant((double) peak.median() / (1L << 30)) + " GiB");
    }

    private void random(Run run) {
        line("");
        line("Ratios are the other's time divided by that of tornado-sort. `benchmarks/run " + run.suite()
                + " --seed N` measures a case again.");
        line("");
        line(RandomCases.HEADER);
        run.random().forEach(cases -> line(cases.toString()));
        for (RandomCases cases : run.random()) {
            line("");
            line("Worst of " + cases.operation() + " against " + cases.against() + ":");
            line("");
            cases.worst().forEach(one -> line("- " + one));
        }
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
