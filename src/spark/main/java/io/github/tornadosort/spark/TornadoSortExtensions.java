package io.github.tornadosort.spark;

import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.ColumnarRule;
import org.apache.spark.sql.execution.SparkPlan;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * Makes Spark SQL sort by {@link TornadoSortExec}. Set {@code spark.sql.extensions} to the name of this class; queries stay as they are.
 *
 * <p>A sort is replaced if rows can be ordered by words of 64 bits of its keys: numbers, decimals, booleans, dates, timestamps, times,
 * year-month and day-time intervals, binary strings, strings of the default collation, and structs of these. Any other sort is left to
 * Spark.
 *
 * <p>A session that sets {@code spark.tornadosort.enabled} to {@code false} leaves all sorts to Spark.
 */
public final class TornadoSortExtensions extends AbstractFunction1<SparkSessionExtensions, BoxedUnit> {
    /** Creates the extensions; Spark does so. */
    public TornadoSortExtensions() {}

    /** Adds the rule to the plans of adaptive execution, and to those without it. */
    @Override
    public BoxedUnit apply(SparkSessionExtensions extensions) {
        extensions.injectQueryStagePrepRule(scala(new SortRule()));
        extensions.injectColumnar(scala(new ColumnarRule() {
            @Override
            public Rule<SparkPlan> preColumnarTransitions() {
                return new SortRule();
            }
        }));
        return BoxedUnit.UNIT;
    }

    private static <T, R> AbstractFunction1<T, R> scala(R result) {
        return new AbstractFunction1<>() {
            @Override
            public R apply(T session) {
                return result;
            }
        };
    }
}
