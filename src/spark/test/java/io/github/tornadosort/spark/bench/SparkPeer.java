package io.github.tornadosort.spark.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import org.apache.spark.sql.SparkSession;

/**
 * A contender of the benchmark: Spark SQL with its own sort operator, or with that of this project. It answers requests as the
 * benchmark's class ProcessContender describes, for the operations of {@link SqlQueries}.
 */
final class SparkPeer {
    /** What operations begin with. */
    private static final String QUERY = "sql-";

    private final SparkSession session;
    private final boolean ours;
    private SqlQueries queries;

    /** @param ours whether to sort by the operator of this project */
    SparkPeer(SparkSession session, boolean ours) {
        this.session = session;
        this.ours = ours;
    }

    /** Answers requests until the end of the input. */
    void serve(BufferedReader in, PrintStream out) throws IOException {
        session.conf().set(SqlQueries.ENABLED, ours);
        out.println("""
                {"contender": "%s", "ours": %b, "what": "%sApache Spark %s", "device": "%s"}""".formatted(
                ours ? "tornado-sort" : "spark", ours, ours ? "TornadoSort in " : "", session.version(),
                session.sparkContext().master()));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.println(answer(line));
        }
    }

    /** @param request the operation, the type, and the number of rows; queries do not need more */
    private String answer(String request) {
        String[] words = request.split(" ");
        String name = words[0].replaceFirst("^" + QUERY, "");
        if (!words[0].startsWith(QUERY) || !SqlQueries.names().contains(name)) {
            return "{\"skipped\": \"unsupported operation '" + words[0] + "'\"}";
        }
        try {
            int n = Integer.parseInt(words[2]);
            queries = queries != null && queries.rows() == n ? queries : new SqlQueries(session, n);
            return "{\"nanos\": " + queries.time(name) + "}";
        } catch (RuntimeException e) {
            e.printStackTrace();
            return "{\"failed\": \"" + e.getClass().getName() + ", see the log\"}";
        }
    }
}
