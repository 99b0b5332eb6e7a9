package io.github.tornadosort.spark;

import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.SortExec;
import org.apache.spark.sql.execution.SparkPlan;
import scala.runtime.AbstractPartialFunction;

/** Replaces Spark's sorts whose keys are supported. */
final class SortRule extends Rule<SparkPlan> {
    @Override
    public SparkPlan apply(SparkPlan plan) {
        SqlSettings settings = SqlSettings.of(conf());
        return settings.enabled() ? plan.transformUp(new Replace(settings)) : plan;
    }

    private static final class Replace extends AbstractPartialFunction<SparkPlan, SparkPlan> {
        private final SqlSettings settings;

        Replace(SqlSettings settings) {
            this.settings = settings;
        }

        @Override
        public boolean isDefinedAt(SparkPlan node) {
            return node instanceof SortExec sort && KeyField.areSupported(sort.sortOrder());
        }

        @Override
        public SparkPlan apply(SparkPlan node) {
            SortExec sort = (SortExec) node;
            return new TornadoSortExec(sort.sortOrder(), sort.global(), sort.child(), settings);
        }
    }
}
