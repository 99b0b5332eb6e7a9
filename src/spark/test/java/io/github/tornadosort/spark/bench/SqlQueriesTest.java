package io.github.tornadosort.spark.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.spark.LocalSpark;
import io.github.tornadosort.spark.bench.SqlQueries.Found;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SqlQueriesTest {
    private final SparkSession session = LocalSpark.session();

    @AfterEach
    void reset() {
        session.conf().unset("spark.tornadosort.enabled");
    }

    @Test
    @Tag("slow")
    void everyQueryIsMeasuredAndRight() {
        session.conf().set("spark.tornadosort.enabled", true);
        SqlQueries queries = new SqlQueries(session, 20_000);

        assertThat(SqlQueries.names()).hasSize(10).allMatch(name -> queries.time(name) > 0);
    }

    @Test
    void resultsDifferByTheOrderOfTheirKeysOnly() {
        String rows = "select id % 10 k, id v from range(0, 100, 1, 4) ";
        Found found = found(rows + "order by k, v");

        assertThat(found(rows + "order by k, v desc")).isEqualTo(found);
        assertThat(found(rows + "order by k desc, v")).isNotEqualTo(found);
        assertThat(found("select id % 10 k, id + if(id = 7, 10, 0) v from range(100) order by k, v")).isNotEqualTo(found);
        assertThat(found(rows + "where id > 0 order by k, v")).isNotEqualTo(found);
    }

    private Found found(String query) {
        return Found.of(session.sql(query), 1);
    }
}
