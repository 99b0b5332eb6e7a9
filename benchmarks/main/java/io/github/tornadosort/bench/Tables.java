package io.github.tornadosort.bench;

import io.github.tornadosort.bench.Results.Result;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Formats results as text. */
final class Tables {
    private Tables() {}

    /** Formats a result as one line: the time as median [min, max], and the median of another commit, if there is one. */
    static String line(Result result, Optional<Spread> before) {
        Spread time = result.nanos();
        String text = time == null
                ? result.note()
                : "%s [%s, %s]".formatted(time(time.median()), time(time.min()), time(time.max()))
                        + before.map(last -> " last " + time(last.median())).orElse("");
        return String.format("%-21s %-36s %s", result.contender(), result.caseName(), text);
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
