package io.github.tornadosort.bench;

import io.github.tornadosort.bench.Results.Result;
import io.github.tornadosort.bench.Results.Run;
import java.util.Optional;
import java.util.stream.Collectors;

/** The kernels of a run as a Markdown table: one row per kernel of each result that has their times. */
final class KernelTable {
    /** Says what the columns are, for a page with such tables. */
    static final String EXPLANATION = """
            A table of kernels has the device time of each kernel, added up over its launches. The bytes per key and the rounds are
            not measured. They follow from the code and the number of passes, for radix sorts of uniform keys on a GPU. Cells
            are empty for other sorts, and for kernels that move few bytes.

            - *bytes per key*: what a kernel reads and writes of keys and values, except what it reads again from a cache.
              `survey` reads the keys and counts their first digits. `upsweep` reads the keys in every later pass.
              `downsweep` reads and writes keys and values in every pass. `buckets` reads and writes them once.
            - *rounds*: how often a kernel sorts each tile by 4 bits in local memory. `downsweep` does so twice per pass
              (`GroupRadix32`, `GroupRadixKeys32`, `GroupRadixPairs32`, `GroupRadix64`). `buckets` does so three times, or four
              times if a tile has more keys than 12 bits have values. It then sorts runs of few keys by networks
              (`GroupBuckets32`, `GroupBuckets64`).
            """;

    private static final String HEADER = """
            | case | contender | kernel | ms | bytes per key | TB/s | rounds |
            |---|---|---|---|---|---|---|
            """;

    private KernelTable() {}

    /** Returns the table, or an empty string if the run has no times of kernels. */
    static String of(Run run) {
        String rows = run.results().stream()
                .filter(result -> result.kernels() != null)
                .map(KernelTable::rows)
                .collect(Collectors.joining());
        return rows.isEmpty() ? "" : HEADER + rows;
    }

    private static String rows(Result result) {
        Optional<KernelModel> model = KernelModel.of(result);
        return result.kernels().entrySet().stream()
                .map(kernel -> "| %s | %s | %s | %s | %s |\n"
                        .formatted(
                                result.benchCase(),
                                result.contender(),
                                kernel.getKey(),
                                Tables.millis(kernel.getValue()),
                                model.map(known -> cells(known, kernel.getKey(), result)).orElse(" |  | ")))
                .collect(Collectors.joining());
    }

    /** Formats the bytes per key, their rate and the rounds of a kernel. Cells that would be 0 are empty. */
    private static String cells(KernelModel model, String kernel, Result result) {
        long bytes = model.bytes(kernel);
        double perNano = (double) result.n() * bytes / result.kernels().get(kernel).median();
        return (bytes == 0 ? " | " : bytes + " | " + Tables.significant(perNano / 1e3)) + " | " + model.rounds(kernel);
    }
}
