package io.github.tornadosort.bench;

import io.github.tornadosort.bench.Results.BarResult;
import io.github.tornadosort.bench.Results.Result;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Formats results as text and as rows of Markdown tables. */
final class Tables {
    private Tables() {}

    /** Formats a result as one line: times in milliseconds, median [min, max]. */
    static String line(Result result) {
        StringBuilder line = new StringBuilder(String.format(
                "%-14s %-7s %-8s %-6s %-14s",
                result.contender(),
                result.operation(),
                result.type(),
                Sizes.text(result.n()),
                result.distribution()));
        if (!result.isMeasured()) {
            return line.append(result.note()).toString();
        }
        for (Map.Entry<String, Spread> entry : result.nanos().entrySet()) {
            Spread nanos = entry.getValue();
            line.append(' ').append(entry.getKey()).append(' ');
            line.append(result.count(Metric.BATCH) == null ? millis(nanos) + " ms" : time(nanos));
        }
        return line.toString();
    }

    private static String time(Spread nanos) {
        return time((double) nanos.median()) + " [" + time((double) nanos.min()) + ", " + time((double) nanos.max()) + "]";
    }

    /** Formats a time in the unit that suits it. */
    static String time(double nanos) {
        int unit = nanos < 1e3 ? 0 : nanos < 1e6 ? 1 : nanos < 1e9 ? 2 : 3;
        return significant(nanos / Math.pow(1000, unit)) + " " + List.of("ns", "µs", "ms", "s").get(unit);
    }

    static String millis(Spread nanos) {
        return String.format(
                Locale.ROOT, "%s [%s, %s]", millis(nanos.median()), millis(nanos.min()), millis(nanos.max()));
    }

    /** Formats milliseconds with at least three significant digits. */
    static String millis(long nanos) {
        return significant(nanos / 1e6);
    }

    static String significant(double value) {
        double size = Math.abs(value);
        int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : size >= 0.1 ? 3 : 4;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    /** Formats a number with as few digits as possible. */
    static String trimmed(double value) {
        return BigDecimal.valueOf(value).round(new MathContext(3)).stripTrailingZeros().toPlainString();
    }

    /** Formats the result of a target as a row of a Markdown table. */
    static String row(BarResult bar) {
        String direction = bar.atLeast() ? "≥ " : "≤ ";
        return "| " + bar.what() + " | "
                + (bar.figure() == null ? "-" : significant(bar.figure()) + " " + bar.unit()) + " | "
                + direction + significant(bar.floor()) + " | "
                + (bar.aim() == null ? "" : direction + significant(bar.aim())) + " | "
                + bar.verdict() + " | " + (bar.how() == null ? "" : bar.how()) + " |";
    }

    /** Formats the result of a target as the end of a row, without how it was measured. A missed target is bold. */
    static String shortRow(BarResult bar) {
        String direction = bar.atLeast() ? "≥ " : "≤ ";
        return "| " + bar.what() + " | " + shortVerdict(bar) + " | " + direction + significant(bar.floor()) + " | "
                + (bar.aim() == null ? "" : direction + significant(bar.aim())) + " |";
    }

    /** Formats the worst result of a set of targets as a row of a Markdown table. */
    static String row(BarSet bars, BarResult worst, long missed) {
        return "| " + bars.what() + " | " + limits(bars) + " | " + shortVerdict(worst)
                + (missed == 0 ? "" : ", " + missed + " of " + bars.bars().size()) + " | "
                + where(worst) + " |";
    }

    /** Formats the floor and the aim of a set of targets as two cells of a row. */
    static String limits(BarSet bars) {
        String direction = bars.figure().isAtLeast() ? "≥ " : "≤ ";
        String unit = bars.unit().equals("times") ? "" : " " + bars.unit();
        return direction + trimmed(bars.floor()) + unit + " | "
                + (bars.aim() == null ? "" : direction + trimmed(bars.aim()) + unit);
    }

    /** Formats a figure and its verdict. A missed target is bold. */
    static String shortVerdict(BarResult bar) {
        if (bar.figure() == null) {
            return bar.verdict();
        }
        String figure = significant(bar.figure()) + (bar.unit().equals("times") ? "" : " " + bar.unit());
        return bar.verdict().equals("missed") ? "**" + figure + "**" : figure + ", " + bar.verdict();
    }

    /** Describes the measurements of a result with their times. */
    private static String where(BarResult bar) {
        if (bar.figure() == null) {
            return bar.what();
        }
        boolean isTime = !bar.unit().equals("GiB") && !bar.unit().equals("n keys");
        return bar.what() + ": " + bar.how()
                + (isTime ? ", " + time(bar.value()) + (bar.base() == null ? "" : " against " + time(bar.base())) : "");
    }

    /** Formats a claim as a row of a Markdown table. The figures are cells with their ends. */
    static String shortRow(Claim claim, String figures) {
        return "| " + claim.paper() + ", " + claim.section() + " | " + claim.claim() + " | "
                + significant(claim.claimed()) + " " + claim.unit() + " | " + figures;
    }

    /** Formats the range of the measurements for a claim, and for how many of them it holds. */
    static String shortVerdict(Claim claim, List<BarResult> results) {
        if (results.isEmpty()) {
            return "";
        }
        DoubleSummaryStatistics figures = results.stream().mapToDouble(BarResult::figure).summaryStatistics();
        String range = significant(figures.getMin())
                + (results.size() == 1 ? "" : " to " + significant(figures.getMax()))
                + (claim.unit().equals("times") ? "" : " " + claim.unit());
        long holds = results.stream().filter(result -> !result.verdict().equals("missed")).count();
        return range + (holds == 0 ? "" : holds == results.size() ? " ✓" : " ✓ " + holds + " of " + results.size());
    }

    /** Formats a claim and its result on a machine as a row of a Markdown table. */
    static String row(Claim claim, Claim.Evidence evidence, BarResult result, String machine) {
        if (result.figure() == null) {
            return row(claim, evidence);
        }
        String verdict = result.verdict().equals("missed") ? "does not hold" : "holds";
        return row(
                claim,
                significant(result.figure()) + " " + result.unit() + ", " + machine,
                verdict + ": " + significant(result.figure() / claim.claimed()) + " times the claimed figure",
                where(evidence) + ", " + result.how());
    }

    /** Formats a claim without measurements as a row of a Markdown table. */
    static String row(Claim claim, Claim.Evidence evidence) {
        return row(claim, "-", "not measured", where(evidence));
    }

    private static String row(Claim claim, String figure, String verdict, String where) {
        return "| " + claim.paper() + ", " + claim.section() + " | " + claim.claim() + " | "
                + significant(claim.claimed()) + " " + claim.unit() + " | "
                + figure + " | " + verdict + " | " + where + " |";
    }

    private static String where(Claim.Evidence evidence) {
        Bar.Selector of = evidence.of();
        Bar.Selector against = evidence.against();
        String keys = of.n() + " " + of.distribution();
        String otherKeys = against.n() + " " + against.distribution();
        String other = keys.equals(otherKeys) ? "" : " against " + otherKeys;
        return evidence.suite() + ": " + of.operation() + " " + of.type() + " " + keys + other;
    }

    static final String BAR_SET_HEADER = "| what | floor | aim | worst | measured as |\n|---|---|---|---|---|";

    static final String CLAIM_HEADER =
            "| paper | claim | claimed | measured | holds | where |\n|---|---|---|---|---|---|";

    static final String BAR_HEADER = "| what | figure | floor | aim | holds | measured as |\n|---|---|---|---|---|---|";
}
