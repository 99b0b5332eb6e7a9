package io.github.tornadosort.spark;

import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.SortExec;
import org.apache.spark.sql.execution.SparkPlan;
import scala.runtime.AbstractPartialFunction;

/** Replaces Spark's sorts whose keys are supported. */
final class SortRule extends Rule<SparkPlan> {
    @Override
    public SparkPlan apply(SparkPlan plan) {
        return SqlSettings.isEnabled(conf()) ? plan.transformUp(new Replace()) : plan;
    }

    private static final class Replace extends AbstractPartialFunction<SparkPlan, SparkPlan> {
        @Override
        public boolean isDefinedAt(SparkPlan node) {
            return node instanceof SortExec sort && KeyField.areSupported(sort.sortOrder());
        }

        @Override
        public SparkPlan apply(SparkPlan node) {
            SortExec sort = (SortExec) node;
            return new TornadoSortExec(sort.sortOrder(), sort.global(), sort.child());
        }
    }
}
