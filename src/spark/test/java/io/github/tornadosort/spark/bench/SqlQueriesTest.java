package io.github.tornadosort.spark.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.spark.LocalSpark;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class SqlSortsTest {
    @Test
    void eachQueryHasALine() {
        LocalSpark.context();
        SparkSession session = SparkSession.active();
        PrintStream console = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
            System.setOut(out);
            new SqlSorts(session, 1000).run(1, "[a-v].*|window");
        } finally {
            System.setOut(console);
            session.conf().unset("spark.tornadosort.enabled");
        }

        assertThat(printed.toString(StandardCharsets.UTF_8).lines()).hasSize(1 + 9)
                .anyMatch(line -> line.startsWith("window "));
    }
}
