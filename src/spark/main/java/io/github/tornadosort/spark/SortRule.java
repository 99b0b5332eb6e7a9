package io.github.tornadosort.spark;

import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.SortExec;
import org.apache.spark.sql.execution.SparkPlan;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractPartialFunction;

/** Replaces Spark's sorts whose keys are supported, unless the session leaves all sorts to Spark. */
final class SortRule extends Rule<SparkPlan> {
    /** The only setting of a session for its sorts. */
    static final String ENABLED = "spark.tornadosort.enabled";

    private static final String PREFIX = "spark.tornadosort.";

    /** @throws IllegalArgumentException if the setting makes no sense, or another one has its prefix */
    @Override
    public SparkPlan apply(SparkPlan plan) {
        for (String name : CollectionConverters.asJava(conf().getAllConfs()).keySet()) {
            if (name.startsWith(PREFIX) && !name.equals(ENABLED)) {
                throw new IllegalArgumentException(name + ": there is no such setting, only " + ENABLED);
            }
        }
        String enabled = conf().getConfString(ENABLED, "true").strip();
        if (!enabled.equalsIgnoreCase("true") && !enabled.equalsIgnoreCase("false")) {
            throw new IllegalArgumentException(ENABLED + "=" + enabled + ": expected true or false");
        }
        return Boolean.parseBoolean(enabled) ? plan.transformUp(new Replace()) : plan;
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
