package io.github.tornadosort.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.Console;
import scala.runtime.AbstractFunction0;

/** Runs the program and the lines in docs/spark.md, and compares the versions there with the pom's. */
class GuideTest {
    private static final Path ROOT = Path.of(System.getProperty("tornadosort.root"));

    @Tag("slow")
    @Test
    void theProgramRuns(@TempDir Path folder) throws Exception {
        assertThat(output(folder)).contains("TornadoSort [day#", "DESC NULLS LAST, price#", "], true")
                .containsPattern("(?s)ms, first day: 99\n\\d+ ms, first day: 99\n");
    }

    /** The queries in the lines for a shell; the first one makes fewer rows here. */
    @Tag("slow")
    @Test
    void theLinesForAShellRun() throws IOException {
        Matcher lines = Pattern.compile("^```scala\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL).matcher(guide());
        assertThat(lines.find()).isTrue();
        List<String> queries = Pattern.compile("sql\\(\"(.*?)\"\\)").matcher(lines.group(1)).results()
                .map(found -> found.group(1).replace("range(5000000)", "range(500)")).toList();
        assertThat(queries).hasSize(8);
        SparkSession session = LocalSpark.session();

        String plan = queries.stream().map(query -> session.sql(query).collectAsList())
                .filter(rows -> rows.toString().contains("Physical Plan")).toList().toString();

        assertThat(plan).contains("TornadoSort [day#");
        assertThat(session.conf().contains(SortRule.ENABLED)).isFalse();
    }

    /** Returns what the program of the guide prints. */
    private static String output(Path folder) throws Exception {
        LocalSpark.session();
        List<String> snippets = Pattern.compile("^```java\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL).matcher(guide())
                .results().map(found -> found.group(1)).toList();
        assertThat(snippets).hasSize(1);
        Map<Boolean, String> parts = snippets.getFirst().lines().collect(Collectors.partitioningBy(
                line -> line.startsWith("import "), Collectors.joining("\n")));
        Path source = Files.writeString(folder.resolve("Snippet.java"), parts.get(true)
                + "\npublic class Snippet {\npublic static void main() throws Exception {\n" + parts.get(false)
                + "\n}\n}\n");
        int status = ToolProvider.getSystemJavaCompiler().run(null, null, null, "-proc:none", "-d", folder.toString(), "-cp",
                System.getProperty("java.class.path"), source.toString());
        assertThat(status).isZero();

        PrintStream console = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()});
                PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
            System.setOut(out);
            Console.withOut(out, run(() -> loader.loadClass("Snippet").getMethod("main").invoke(null)));
        } finally {
            System.setOut(console);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    /** Scala prints to its own console. */
    private static AbstractFunction0<Object> run(Callable<Object> action) {
        return new AbstractFunction0<>() {
            @Override
            public Object apply() {
                try {
                    return action.call();
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            }
        };
    }

    @Test
    void theVersionsAreThoseOfTheBuild() throws Exception {
        String pom = Files.readString(ROOT.resolve("pom.xml"));
        Matcher version = Pattern.compile("<version>(.*?)</version>").matcher(pom);
        Matcher spark = Pattern.compile("<spark.version>(\\d+\\.\\d+)\\..*?</spark.version>").matcher(pom);
        assertThat(version.find() && spark.find()).isTrue();

        assertThat(guide()).contains("tornado-sort-spark-" + version.group(1) + ".jar", "Spark " + spark.group(1) + " for");
    }

    private static String guide() throws IOException {
        return Files.readString(ROOT.resolve("docs/spark.md"));
    }
}
