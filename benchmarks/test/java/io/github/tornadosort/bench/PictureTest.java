package io.github.tornadosort.bench;

import static io.github.tornadosort.bench.Fixture.COMMIT;
import static io.github.tornadosort.bench.Fixture.origin;
import static io.github.tornadosort.bench.Fixture.result;
import static io.github.tornadosort.bench.Fixture.run;
import static io.github.tornadosort.bench.Fixture.sort;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.bench.Results.Result;
import io.github.tornadosort.bench.Results.Run;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.XYChart;

class PictureTest {
    private static final Run BY_SIZE = run(
            "sort-by-size", sort("tornado-sort", 10, 500), sort("parallelSort", 10, 100), sort("parallelSort", 100, 300),
            sort("tornado-sort", 1000, 2000), sort("fastutil", 1000, 8000));
    private static final Run ON_GPU =
            run("sort-by-size", sort("tornado-sort", 1000, 7000), sort("parallelSort", 1000, 9000));
    private static final Run OTHER = run("pairs", sort("tornado-sort", 1000, 1));

    @TempDir
    private Path folder;

    private static Results machine(int cores, Run... runs) {
        return new Results(origin(COMMIT, cores), List.of(runs));
    }

    private static Results gpu(String name, Run... runs) {
        return new Results(origin(COMMIT, 16, name, "TornadoVM 5.2.0, cuda"), List.of(runs));
    }

    @Test
    void panelsShowTheSmallestAndTheLargestMachineAndTheGpu() {
        List<XYChart> panels = SizePlot.panels(
                List.of(machine(32, BY_SIZE), machine(2, BY_SIZE), machine(4, BY_SIZE), gpu("Tesla NVIDIA H200", ON_GPU),
                        machine(64, OTHER)));

        assertThat(panels).extracting(XYChart::getTitle).containsExactly("sort(int[]) on 2 cores",
                "sort(int[]) on 32 cores");
        assertThat(panels.getFirst().getSeriesMap()).containsOnlyKeys("tornado-sort", "parallelSort", "fastutil");
        assertThat(panels.getLast().getSeriesMap())
                .containsOnlyKeys("tornado-sort, H200 and 16 cores", "tornado-sort", "parallelSort", "fastutil");
        assertThat(panels.getLast().getSeriesMap().get("tornado-sort").getXData()).containsExactly(10, 1000);
        assertThat(panels.getLast().getSeriesMap().get("tornado-sort").getYData()).containsExactly(50, 2);
        assertThat(panels.getLast().getSeriesMap().get("tornado-sort, H200 and 16 cores").getYData()).containsExactly(7);
        assertThat(panels.getFirst().getStyler().getYAxisMin()).isEqualTo(1.0);
        assertThat(panels.getFirst().getStyler().getYAxisMax()).isEqualTo(100.0);
    }

    @Test
    void aGpuAloneHasOneCurveOfThisLibrary() {
        List<XYChart> panels = SizePlot.panels(List.of(gpu("NVIDIA H200", ON_GPU)));

        assertThat(panels).singleElement().satisfies(panel -> assertThat(panel.getSeriesMap())
                .containsOnlyKeys("tornado-sort, H200 and 16 cores", "parallelSort"));
    }

    /** The names of all curves are within their panels: the edges of the picture and the line between the panels are white. */
    @Test
    void legendsFit() {
        Results gpu = gpu("NVIDIA RTX PRO 6000 Blackwell Workstation Edition", ON_GPU);

        BufferedImage image = SizePlot.of(List.of(machine(32, BY_SIZE), machine(2, BY_SIZE), gpu)).orElseThrow().draw();

        int panel = image.getWidth() / 2;
        for (int y = 0; y < image.getHeight() - 40; y++) {
            for (int x : new int[] {0, panel - 1, panel, image.getWidth() - 1}) {
                assertThat(image.getRGB(x, y)).as("pixel %d, %d", x, y).isEqualTo(Color.WHITE.getRGB());
            }
        }
        for (int x = 0; x < image.getWidth(); x++) {
            assertThat(image.getRGB(x, image.getHeight() - 1)).as("pixel %d of the last row", x)
                    .isEqualTo(Color.WHITE.getRGB());
        }
    }

    @Test
    void theSourceNamesTheCommit() {
        Results other = new Results(origin("ffff", 16), List.of(BY_SIZE));

        assertThat(SizePlot.of(List.of(machine(2, BY_SIZE), machine(4, BY_SIZE))).orElseThrow().source())
                .isEqualTo("tornado-sort 0.3.0, commit " + COMMIT + ", 2026-01-02");
        assertThat(SizePlot.of(List.of(machine(2, BY_SIZE), other)).orElseThrow().source())
                .isEqualTo("Measured at different commits: 2-core: commit " + COMMIT + "; 16-core: commit ffff");
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
        CategoryChart chart = (CategoryChart) files.charts().getFirst();
        assertThat(chart.getTitle()).isEqualTo("Whole commands that sort a file, 2 cores");
        assertThat(chart.getSeriesMap()).containsOnlyKeys("tornado-sort", "GNU sort", "DuckDB");
        assertThat(List.copyOf(chart.getSeriesMap().get("tornado-sort").getXData()))
                .isEqualTo(List.of("5,000 lines of text", "7,000 rows of CSV"));
        assertThat(List.copyOf(chart.getSeriesMap().get("tornado-sort").getYData())).isEqualTo(List.of(2.0, 3.0));
    }

    @Test
    void aPictureIsWrittenIfThereIsAnythingToShow() throws IOException {
        assertThat(Picture.of(List.of(machine(2, OTHER)))).isEmpty();
        Run distributions = run("gpu-distributions", result("tornado-sort", "sort", 1024, "heavy:25", 400),
                result("parallelSort", "sort", 1024, "sorted", 300), result("parallelSort", "sort", 1024, "uniform", 600));

        List<Picture> pictures = Picture.of(List.of(machine(2, BY_SIZE, distributions)));
        for (Picture picture : pictures) {
            picture.write(folder);
        }

        assertThat(pictures).extracting(Picture::fileName).containsExactly("sort-by-size.png", "gpu-distributions.png");
        assertThat(folder.resolve("sort-by-size.png")).isNotEmptyFile();
        assertThat(folder.resolve("gpu-distributions.png")).isNotEmptyFile();
        CategoryChart chart = (CategoryChart) pictures.getLast().charts().getFirst();
        assertThat(chart.getTitle())
                .isEqualTo("Keys that are in the memory of a GPU: time of all kernels, 2^10 keys, 2 cores");
        assertThat(List.copyOf(chart.getSeriesMap().get("tornado-sort").getXData()))
                .isEqualTo(List.of("25 % one value", "sorted", "uniform"));
    }
}
