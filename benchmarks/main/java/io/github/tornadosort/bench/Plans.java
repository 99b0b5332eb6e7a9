package io.github.tornadosort.bench;

import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;

/** Helper for the plans of contenders. */
final class Plans {
    private Plans() {}

    /** Frees what a plan holds on its device. */
    static void close(TornadoExecutionPlan plan) {
        try {
            plan.close();
        } catch (TornadoExecutionPlanException e) {
            throw new IllegalStateException("could not close the plan: " + e.getMessage(), e);
        }
    }
}
