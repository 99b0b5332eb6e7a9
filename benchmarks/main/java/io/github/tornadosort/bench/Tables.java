package io.github.tornadosort.bench;

import io.github.tornadosort.bench.Results.Result;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Formats results as text. */
final class Tables {
    private Tables() {}

    /** Formats a result as one line: times as median [min, max], and the last median of another commit. */
    static String line(Result result, Optional<Results> last) {
        StringBuilder line = new StringBuilder(String.format("%-16s %-40s", result.contender(), result.caseName()));
        if (!result.isMeasured()) {
            return line.append(' ').append(result.note()).toString();
        }
        for (Map.Entry<String, Spread> one : result.nanos().entrySet()) {
            Spread time = one.getValue();
            line.append(" %s %s [%s, %s]".formatted(one.getKey(), time(time.median()), time(time.min()), time(time.max())));
            last.flatMap(before -> before.of(result, one.getKey()))
                    .ifPresent(before -> line.append(" last ").append(time(before.median())));
        }
        return line.toString();
    }

    /** Formats a time in the unit that suits it. */
    static String time(long nanos) {
        int unit = nanos < 1e3 ? 0 : nanos < 1e6 ? 1 : nanos < 1e9 ? 2 : 3;
        return significant(nanos / Math.pow(1000, unit)) + " " + List.of("ns", "µs", "ms", "s").get(unit);
    }

    /** Formats a number with three significant digits. */
    static String significant(double value) {
        double size = Math.abs(value);
        int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : size >= 0.1 ? 3 : 4;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
