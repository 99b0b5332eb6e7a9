package io.github.tornadosort.bench;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.util.List;

/** Median, minimum and maximum of several measurements. */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
record Spread(long median, long min, long max) {
    static Spread of(List<Long> values) {
        List<Long> sorted = values.stream().sorted().toList();
        int n = sorted.size();
        long median = (sorted.get((n - 1) / 2) + sorted.get(n / 2)) / 2;
        return new Spread(median, sorted.getFirst(), sorted.getLast());
    }
}
