package io.github.tornadosort.bench;

import static io.github.tornadosort.bench.Fixture.COMMIT;
import static io.github.tornadosort.bench.Fixture.entries;
import static io.github.tornadosort.bench.Fixture.origin;
import static io.github.tornadosort.bench.Fixture.result;
import static io.github.tornadosort.bench.Fixture.sort;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.bench.Results.Entry;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PictureTest {
    private static final int N = 1 << 26;
    private static final List<Entry> BY_SIZE = entries(
            "sort-by-size", sort("tornado-sort", 10, 10), sort("parallelSort", 10, 20), sort("tornado-sort", 1024, 2048));
    private static final List<Entry> GPU = entries(
            "gpu", result("cuda", "sort", "uint32", N, "heavy:25", N / 4),
            result("cub", "sort", "uint32", N, "uniform", N / 2),
            result("cuda", "pairs", "uint32", N, "reversed", N), result("cuda", "sort", "uint32", 10, "sorted", 1));

    @SafeVarargs
    @SuppressWarnings("varargs")
    private static Results machine(int cores, List<Entry>... suites) {
        return new Results(origin(COMMIT, cores), Stream.of(suites).flatMap(List::stream).toList());
    }

    /** The highest tick is 1 key per nanosecond, so that a bar of that speed has the height of the axis. */
    @Test
    void barsAreThoseOfTheLargestMachine() {
        String svg = Picture.of(List.of(machine(2, BY_SIZE), machine(32, BY_SIZE), machine(64, entries("pairs"))));

        assertThat(svg).startsWith("<svg ").endsWith("</svg>\n").contains("width=\"640\"")
                .contains("32-core, a processor, commit " + COMMIT + ", 2026-01-02")
                .contains(">tornado-sort<", ">parallelSort<", ">10<", ">2^10<")
                .contains("height=\"244.0\" fill=\"#d84315\"", "height=\"122.0\" fill=\"#1565c0\"");
    }

    @Test
    void shapesOnAGpuStandOnTheLeft() {
        String svg = Picture.of(List.of(machine(2, BY_SIZE, GPU)));

        assertThat(svg).contains("width=\"1280\"", ">CUDA<", ">CUB<", ">heavy:25<", ">uniform<")
                .doesNotContain("reversed", ">sorted<");
        assertThat(svg.indexOf("on a GPU")).isLessThan(svg.indexOf("on the cores"));
    }
}
