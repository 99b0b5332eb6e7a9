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

/** Adds up each kernel's device time over the executions of a sort, out of TornadoVM's profiler log. */
final class KernelTimes {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_TRAILING_COMMA) // TornadoVM writes them
            .build();

    private final Map<String, Long> nanos = new LinkedHashMap<>();

    /** Reads one execution's times: an object a graph, in it an object a task, with the task's time as a string. */
    void add(TornadoExecutionResult result) {
        String log = result.getProfilerResult().getProfileLog();
        try (MappingIterator<JsonNode> executions = JSON.readerFor(JsonNode.class).readValues(log)) {
            // TornadoVM's log grows with every execution of a graph: the last entry is this one's.
            JsonNode last = null;
            while (executions.hasNext()) {
                last = executions.next();
            }
            for (JsonNode graph : last) {
                graph.properties().forEach(this::addTask);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the profiler's log is not as expected: " + e.getMessage(), e);
        }
    }

    private void addTask(Map.Entry<String, JsonNode> task) {
        JsonNode time = task.getValue().path("TASK_KERNEL_TIME");
        if (!time.isMissingNode()) {
            String name = task.getKey().substring(task.getKey().lastIndexOf('.') + 1);
            nanos.merge(name, time.asLong(), Long::sum);
        }
    }

    /** By task: survey, upsweep, scan, downsweep. */
    Map<String, Long> nanos() {
        return nanos;
    }
}
