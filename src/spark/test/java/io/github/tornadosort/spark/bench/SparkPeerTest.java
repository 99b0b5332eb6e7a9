package io.github.tornadosort.spark.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.spark.LocalSpark;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Asks as the benchmark does. */
class SparkPeerTest {
    private static final int N = 3_000;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void measuresSortsWhoseResultIsRight(boolean ours) throws Exception {
        byte[] bytes = new byte[N * TeraSort.WIDTH];
        new SplittableRandom(1).nextBytes(bytes);
        Path file = Files.write(folder.resolve("keys of a case"), bytes);
        String requests = List
                .of("spark-pairs int64", "spark-records uint8", "spark-rows int64", "sql-two-columns int64",
                        "sql-none int64")
                .stream()
                .map(operation -> operation + " " + N + " endToEnd " + file + "\n").reduce("", String::concat);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        SparkSession session = SparkSession.builder().sparkContext(LocalSpark.context().sc()).getOrCreate();
        session.conf().set("spark.tornadosort.enabled", ours);

        new SparkPeer(session, ours).serve(new BufferedReader(new StringReader(requests)), new PrintStream(out));

        session.conf().unset("spark.tornadosort.enabled");
        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines).hasSize(6);
        assertThat(lines.getFirst())
                .startsWith("{\"contender\": \"" + (ours ? "tornado-sort" : "spark") + "\", \"ours\": " + ours)
                .contains("Apache Spark 4.");
        assertThat(lines.subList(1, 4)).allMatch(line -> line.matches("\\{\"nanos\": \\{\"endToEnd\": \\d+}}"));
        assertThat(lines.get(4)).matches("\\{\"nanos\": \\{\"endToEnd\": \\d+, \"sort\": \\d+}}");
        assertThat(lines.getLast()).isEqualTo("{\"skipped\": \"unsupported operation 'sql-none'\"}");
    }
}
