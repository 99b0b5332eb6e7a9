package io.github.tornadosort.bench;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;

/** Sums the device time of each kernel over the executions of a sort, from the log of TornadoVM's profiler. */
final class KernelTimes {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_TRAILING_COMMA) // TornadoVM writes trailing commas
            .build();

    private final Map<String, Long> nanos = new LinkedHashMap<>();

    /** Adds the times of one execution. The log has one object per graph, which contains one object per task. */
    void add(TornadoExecutionResult result) {
        String log = result.getProfilerResult().getProfileLog();
        try (MappingIterator<JsonNode> executions = JSON.readerFor(JsonNode.class).readValues(log)) {
            // The log grows with every execution of a graph. The last entry belongs to this execution.
            JsonNode last = null;
            while (executions.hasNext()) {
                last = executions.next();
            }
            for (JsonNode graph : last) {
                graph.properties().forEach(this::addTask);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot parse the profiler log: " + e.getMessage(), e);
        }
    }

    private void addTask(Map.Entry<String, JsonNode> task) {
        JsonNode time = task.getValue().path("TASK_KERNEL_TIME");
        if (!time.isMissingNode()) {
            String name = task.getKey().substring(task.getKey().lastIndexOf('.') + 1);
            nanos.merge(name, time.asLong(), Long::sum);
        }
    }

    /** Returns nanoseconds by task: survey, upsweep, scan, downsweep. */
    Map<String, Long> nanos() {
        return nanos;
    }
}
