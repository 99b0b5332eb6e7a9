package io.github.tornadosort.bench;

import io.github.tornadosort.bench.Results.Result;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Formats results as text. */
final class Tables {
    private Tables() {}

    /** Formats a result as one line: times as median [min, max], and the median of an earlier result. */
    static String line(Result result, Optional<Result> last) {
        StringBuilder line = new StringBuilder(String.format(
                "%-14s %-16s %-8s %-8s %-14s", result.contender(), result.operation(), result.type(), Sizes.text(result.n()),
                result.distribution()));
        if (!result.isMeasured()) {
            return line.append(result.note()).toString();
        }
        for (Map.Entry<String, Spread> entry : result.nanos().entrySet()) {
            line.append(' ').append(entry.getKey()).append(' ').append(time(entry.getValue()));
            last.ifPresent(one -> line.append(" last ").append(time((double) one.nanos().get(entry.getKey()).median())));
        }
        return line.toString();
    }

    /** Returns all times of a result, and the memory of a program. */
    static String cell(Result result) {
        if (!result.isMeasured()) {
            return result.note().startsWith("failed") ? result.note() : "";
        }
        String times = result.nanos().size() == 1
                ? time(result.time())
                : result.nanos().entrySet().stream()
                        .map(time -> time.getKey() + " " + time(time.getValue()))
                        .collect(Collectors.joining("; "));
        Spread peak = result.counts() == null ? null : result.counts().get(Metric.PEAK_RSS_BYTES);
        return times + (peak == null ? "" : "; " + significant((double) peak.median() / (1L << 30)) + " GiB");
    }

    static String time(Spread nanos) {
        return time((double) nanos.median()) + " [" + time((double) nanos.min()) + ", " + time((double) nanos.max()) + "]";
    }

    /** Formats a time in the unit that suits it. */
    static String time(double nanos) {
        int unit = nanos < 1e3 ? 0 : nanos < 1e6 ? 1 : nanos < 1e9 ? 2 : 3;
        return significant(nanos / Math.pow(1000, unit)) + " " + List.of("ns", "µs", "ms", "s").get(unit);
    }

    /** Formats a number with three significant digits. */
    static String significant(double value) {
        double size = Math.abs(value);
        int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : size >= 0.1 ? 3 : 4;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    /** Formats a number with as few digits as possible. */
    static String trimmed(double value) {
        return BigDecimal.valueOf(value).round(new MathContext(3)).stripTrailingZeros().toPlainString();
    }
}
