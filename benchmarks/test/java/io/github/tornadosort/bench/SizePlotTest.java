package io.github.tornadosort.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.bench.Contender.About;
import io.github.tornadosort.bench.Results.Machine;
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
import org.knowm.xchart.XYChart;

class SizePlotTest {
    @TempDir
    private Path folder;

    private static Result result(String contender, String distribution, int n, long nanos) {
        Map<String, Spread> times = Map.of(Metric.END_TO_END, Spread.of(List.of(nanos)));
        return new Result(contender, "sort", "int32", n, distribution, null, 1, null, times, null, Map.of());
    }

    private static Run run(String suite, String device, Result... results) {
        About ours = new About("tornado-sort", true, "", device, null, null);
        return new Run(suite, "", "", "", 1, List.of(ours), List.of(results), List.of());
    }

    private static Results machine(int cores, Run... runs) {
        return new Results(new Machine("", "", "", cores, 0, ""), List.of(runs));
    }

    private static final Run KEYS = run(
            "host-keys", "cores",
            result("tornado-sort", "uniform", 10, 500),
            result("tornado-sort", "sorted", 10, 1),
            result("parallelSort", "uniform", 10, 100),
            result("parallelSort", "uniform", 100, 300));
    private static final Run LARGE = run("host-large", "cores", result("tornado-sort", "uniform", 1000, 2000));
    private static final Run OTHER = run("host-distributions", "cores", result("tornado-sort", "uniform", 1000, 1));
    private static final Run GPU =
            run("gpu-dispatch", "Tesla NVIDIA H200", result("tornado-sort", "uniform", 1000, 7000));

    @Test
    void panelsShowTheSmallestAndTheLargestMachine() {
        List<XYChart> panels = SizePlot.panels(List.of(
                machine(32, KEYS, LARGE), machine(2, KEYS, LARGE), machine(16, KEYS, GPU), machine(64, OTHER)));

        assertThat(panels).extracting(XYChart::getTitle).containsExactly("sort(int[]) on 2 cores",
                "sort(int[]) on 32 cores");
        assertThat(panels.getFirst().getSeriesMap()).containsOnlyKeys("tornado-sort", "parallelSort");
        assertThat(panels.getLast().getSeriesMap())
                .containsOnlyKeys("tornado-sort, H200 and 16 cores", "tornado-sort", "parallelSort");
        assertThat(panels.getLast().getSeriesMap().get("tornado-sort").getXData()).containsExactly(10, 1000);
        assertThat(panels.getLast().getSeriesMap().get("tornado-sort").getYData()).containsExactly(50, 2);
        assertThat(panels.getLast().getSeriesMap().get("tornado-sort, H200 and 16 cores").getYData()).containsExactly(7);
        assertThat(panels.getFirst().getStyler().getYAxisMin()).isEqualTo(1.0);
        assertThat(panels.getFirst().getStyler().getYAxisMax()).isEqualTo(100.0);
    }

    /** The names of all curves are within their panels: the edges of the picture and the line between the panels are white. */
    @Test
    void legendsFit() {
        Run gpu = run("gpu-dispatch", "NVIDIA RTX PRO 6000 Blackwell Workstation Edition",
                GPU.results().toArray(Result[]::new));

        BufferedImage image =
                SizePlot.draw(SizePlot.panels(List.of(machine(32, KEYS, LARGE), machine(2, KEYS), machine(16, gpu))));

        int panel = image.getWidth() / 2;
        for (int y = 0; y < image.getHeight(); y++) {
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
    void writesAPictureIfThereIsAnythingToShow() throws IOException {
        assertThat(SizePlot.write(List.of(machine(2, OTHER)), folder)).isFalse();
        assertThat(folder).isEmptyDirectory();
        assertThat(SizePlot.write(List.of(machine(2, KEYS, LARGE)), folder)).isTrue();
        assertThat(folder.resolve("sort-int-by-size.png")).isNotEmptyFile();
    }
}
