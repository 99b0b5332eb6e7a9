package uk.ac.manchester.tornado.api;

import java.util.List;
import uk.ac.manchester.tornado.jvm.GraphExecution;
import uk.ac.manchester.tornado.jvm.Profile;
import uk.ac.manchester.tornado.jvm.Transfer;

/** The result of one execution. */
public class TornadoExecutionResult {
    private final List<GraphExecution> executed;
    private final TornadoProfilerResult profilerResult;

    TornadoExecutionResult(List<GraphExecution> executed, Profile profile) {
        this.executed = executed;
        this.profilerResult = new TornadoProfilerResult(profile);
    }

    public TornadoProfilerResult getProfilerResult() {
        return profilerResult;
    }

    /**
     * Copies arrays to the host.
     *
     * @throws uk.ac.manchester.tornado.api.exceptions.TornadoRuntimeException if no graph of this execution has one of the
     *     arrays on the device
     */
    public TornadoExecutionResult transferToHost(Object... objects) {
        for (Object object : objects) {
            new DataRange(Transfer.array(object, "transferToHost")).copyToHost(executed);
        }
        return this;
    }

    /**
     * Copies part of an array to the host. Throws the same exceptions as {@link #transferToHost(Object...)}, also for a range
     * that is not within its array.
     */
    public TornadoExecutionResult transferToHost(DataRange dataRange) {
        dataRange.copyToHost(executed);
        return this;
    }
}
