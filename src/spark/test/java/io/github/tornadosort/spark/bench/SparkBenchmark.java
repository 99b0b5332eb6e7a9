package io.github.tornadosort.spark.bench;

import io.github.tornadosort.spark.TornadoSortExtensions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.SparkSession;

/** The contenders of the benchmark that need Spark on the class path. */
public final class SparkBenchmark {
    private SparkBenchmark() {}

    /**
     * Answers requests of the benchmark, which are read from standard input; or writes the flags and the class path of this JVM to a
     * file, for the JVMs of contenders.
     *
     * @param args {@code spark} or {@code tornado-sort}; or {@code arguments} and a file
     */
    public static void main(String[] args) throws IOException {
        if (args[0].equals("arguments")) {
            writeArguments(Path.of(args[1]));
            return;
        }
        SparkSession session = SparkSession.builder().appName("tornado-sort benchmark").master("local[2]")
                .config("spark.ui.enabled", false).config("spark.sql.shuffle.partitions", 8)
                .config("spark.sql.extensions", TornadoSortExtensions.class.getName())
                .getOrCreate();
        session.sparkContext().setLogLevel("ERROR");
        new SparkPeer(session, args[0].equals("tornado-sort"))
                .serve(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)), System.out);
        session.stop();
    }

    private static void writeArguments(Path file) throws IOException {
        List<String> lines = new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
        lines.add("-cp");
        lines.add('"' + System.getProperty("java.class.path").replace("\\", "\\\\") + '"');
        Files.write(file, lines);
    }
}
