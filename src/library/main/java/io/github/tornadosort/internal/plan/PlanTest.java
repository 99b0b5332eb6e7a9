package io.github.tornadosort.internal.plan;

/** Tests new plans before their first use. */
@FunctionalInterface
public interface PlanTest {
    /** Passes all plans. */
    PlanTest NONE = (_, _, _) -> true;

    /** Returns whether a plan sorts correctly. */
    boolean passes(PlanShape shape, int capacity, SortPlan plan);

    /** Thrown if a plan does not pass its test. Nothing was sorted. */
    final class WrongPlanException extends RuntimeException {
        private static final long serialVersionUID = 1;

        WrongPlanException(PlanShape shape) {
            super("the kernels for " + shape + " do not sort correctly");
        }
    }
}
