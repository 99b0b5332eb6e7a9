package io.github.tornadosort.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.Map;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;

/** Adds up each kernel's device time over the executions of a sort, out of TornadoVM's profiler log. */
final class KernelTimes {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<String, Long> nanos = new LinkedHashMap<>();

    /** Reads one execution's log: an object a graph, in it an object a task, with the task's time as a string. */
    void add(TornadoExecutionResult result) {
        try {
            for (JsonNode graph : JSON.readTree(result.getProfilerResult().getProfileLog())) {
                for (Map.Entry<String, JsonNode> task : graph.properties()) {
                    JsonNode time = task.getValue().path("TASK_KERNEL_TIME");
                    if (!time.isMissingNode()) {
                        String name = task.getKey().substring(task.getKey().lastIndexOf('.') + 1);
                        nanos.merge(name, time.asLong(), Long::sum);
                    }
                }
            }
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the profiler's log is no JSON: " + e.getOriginalMessage(), e);
        }
    }

    /** By task: survey, upsweep, scan, downsweep. */
    Map<String, Long> nanos() {
        return nanos;
    }
}
