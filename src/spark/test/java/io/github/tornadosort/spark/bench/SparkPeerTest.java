package io.github.tornadosort.spark.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.spark.LocalSpark;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Asks as the benchmark does. */
class SparkPeerTest {
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void measuresQueries(boolean ours) throws Exception {
        String requests =
                "sql-two-columns int64 3000 endToEnd keys of a case\nsql-none int64 3000 endToEnd keys of a case\n";
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        SparkSession session = LocalSpark.session();

        new SparkPeer(session, ours).serve(new BufferedReader(new StringReader(requests)), new PrintStream(out));

        session.conf().unset(SqlQueries.ENABLED);
        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines).hasSize(3);
        assertThat(lines.getFirst())
                .startsWith("{\"contender\": \"" + (ours ? "tornado-sort" : "spark") + "\", \"ours\": " + ours)
                .contains("Apache Spark 4.");
        assertThat(lines.get(1)).matches("\\{\"nanos\": \\d+}");
        assertThat(lines.getLast()).isEqualTo("{\"skipped\": \"unsupported operation 'sql-none'\"}");
    }
}
