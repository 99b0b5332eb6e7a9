package io.github.tornadosort.bench.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.Runs;
import io.github.tornadosort.TopK;
import io.github.tornadosort.bench.Request;
import io.github.tornadosort.bench.StringKeys;
import io.github.tornadosort.bench.Verification;
import io.github.tornadosort.bench.host.Calls.Pairs;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.IntStream;

/** Checks the result of one call. */
final class HostCheck {
    private HostCheck() {}

    /**
     * @param given the keys before the call
     * @param array the array that was given to the call
     * @param result what the call returned
     * @return what is wrong, or null
     */
    static String check(Request request, Column given, MemorySegment array, Object result) {
        Column keys = new Column(array, given.type());
        int number = Operations.number(request.operation());
        return switch (Operations.name(request.operation())) {
            case "sort" -> Verification.sorted(given, keys);
            case "sort-descending" -> Verification.descending(given, keys);
            case "pairs" -> Verification.pairs(given, keys, MemorySegment.ofArray(((Pairs) result).values()));
            case "argsort" -> Verification.indices(given, MemorySegment.ofArray((int[]) result));
            case "segments" -> segments(given, keys, number);
            case "unique" -> Verification.unique(given, (Column) result, null);
            case "run-lengths" -> Verification.unique(given, ((Runs) result).keys(), ((Runs) result).counts());
            case "words", "urls" -> strings(StringKeys.of(given, request.operation()), (String[]) result);
            case "top" -> result instanceof TopK top
                    ? Verification.first(given, top.keys(), MemorySegment.ofArray(top.indices()))
                    : Verification.first(given, (Column) result);
            default -> throw new IllegalArgumentException("unknown operation '" + request.operation() + "'");
        };
    }

    private static String strings(String[] given, String[] result) {
        Arrays.parallelSort(given);
        int different = Arrays.mismatch(given, result);
        return different < 0 ? null : "string " + different + " of the result is wrong";
    }

    private static String segments(Column given, Column result, int length) {
        int n = Math.toIntExact(given.size());
        return IntStream.range(0, Math.ceilDiv(n, length))
                .parallel()
                .mapToObj(i -> {
                    long from = (long) i * length;
                    long to = Math.min(n, from + length);
                    return Verification.sorted(given.range(from, to), result.range(from, to));
                })
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }
}
