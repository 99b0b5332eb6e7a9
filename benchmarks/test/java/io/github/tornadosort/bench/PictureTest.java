package io.github.tornadosort.bench;

import static io.github.tornadosort.bench.Fixture.COMMIT;
import static io.github.tornadosort.bench.Fixture.origin;
import static io.github.tornadosort.bench.Fixture.result;
import static io.github.tornadosort.bench.Fixture.run;
import static io.github.tornadosort.bench.Fixture.sort;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.bench.Results.Result;
import io.github.tornadosort.bench.Results.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.knowm.xchart.CategoryChart;

class PictureTest {
    private static final Run BY_SIZE = run(
            "sort-by-size", sort("tornado-sort", 10, 500), sort("parallelSort", 10, 100), sort("tornado-sort", 1024, 2048));

    @TempDir
    private Path folder;

    private static Results machine(int cores, Run... runs) {
        return new Results(origin(COMMIT, cores), List.of(runs));
    }

    private static List<Object> bars(CategoryChart chart, String name) {
        return Arrays.asList(chart.getSeriesMap().get(name).getYData().toArray());
    }

    @Test
    void barsAreThoseOfTheLargestMachine() {
        CategoryChart chart = Picture.of(List.of(machine(2, BY_SIZE), machine(32, BY_SIZE), machine(64, run("pairs"))))
                .getFirst()
                .chart();

        assertThat(chart.getTitle()).isEqualTo("Speed of sort(int[]) by the number of keys, 32 cores");
        assertThat(chart.getXAxisTitle()).isEqualTo("tornado-sort 0.3.0, commit " + COMMIT + ", 2026-01-02");
        assertThat(List.copyOf(chart.getSeriesMap().get("tornado-sort").getXData())).isEqualTo(List.of("10", "2^10"));
        assertThat(bars(chart, "tornado-sort")).containsExactly(0.02, 0.5);
        assertThat(bars(chart, "parallelSort")).containsExactly(0.1, null);
    }

    private static Result wall(String contender, String operation, int n, long seconds) {
        Spread nanos = Spread.of(List.of(seconds * 1_000_000_000));
        return new Result(contender, operation, "int32", n, "uniform", null, 1, Map.of(Metric.WALL, nanos), null);
    }

    @Test
    void barsOfFilesAreGroupedByWhatIsSorted() {
        Run gnu = run("lines-vs-gnu", wall("tornado-sort", "sort-lines-file", 3, 1),
                wall("tornado-sort", "sort-lines-file", 5000, 2),
                wall("gnu-sort", "sort-lines-file", 5000, 4));
        Run csv = run("csv-vs-duckdb", wall("tornado-sort", "sort-csv-file", 7000, 3),
                wall("duckdb", "sort-csv-file", 7000, 5));

        Picture files = Picture.of(List.of(machine(2, gnu, csv), machine(16, gnu))).getFirst();

        assertThat(files.fileName()).isEqualTo("files.png");
        assertThat(files.chart().getTitle()).isEqualTo("Whole commands that sort a file, 2 cores");
        assertThat(files.chart().getSeriesMap()).containsOnlyKeys("tornado-sort", "GNU sort", "DuckDB");
        assertThat(List.copyOf(files.chart().getSeriesMap().get("tornado-sort").getXData()))
                .isEqualTo(List.of("5,000 lines of text", "7,000 rows of CSV"));
        assertThat(bars(files.chart(), "tornado-sort")).containsExactly(2.0, 3.0);
    }

    @Test
    void aPictureIsWrittenIfThereIsAnythingToShow() throws IOException {
        assertThat(Picture.of(List.of(machine(2, run("pairs", sort("tornado-sort", 1000, 1)))))).isEmpty();
        Run shapes = run("gpu", uint32("cuda", "heavy:25", 400), uint32("cub", "uniform", 300),
                result("cuda", "pairs", 1024, "uniform", 300));

        List<Picture> pictures = Picture.of(List.of(machine(2, BY_SIZE, shapes)));
        for (Picture picture : pictures) {
            picture.write(folder);
        }

        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("sort-by-size.png", "gpu.png");
        CategoryChart chart = pictures.getLast().chart();
        assertThat(chart.getTitle())
                .isEqualTo("Speed of all kernels for uint32 keys in the memory of a GPU, 2^10 keys, 2 cores");
        assertThat(chart.getSeriesMap()).containsOnlyKeys("tornado-sort, CUDA", "CUB");
        assertThat(List.copyOf(chart.getSeriesMap().get("CUB").getXData())).isEqualTo(List.of("25 % one value", "2^10"));
    }

    private static Result uint32(String contender, String distribution, long nanos) {
        Map<String, Spread> times = Map.of(Metric.KERNEL, Spread.of(List.of(nanos)));
        return new Result(contender, "sort", "uint32", 1024, distribution, null, 1, times, null);
    }
}
