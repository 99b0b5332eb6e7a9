package io.github.tornadosort.bench;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A contender in a process of its own, spoken to as {@link Worker} says. */
final class ProcessContender implements Contender {
    private static final ObjectMapper JSON =
            new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    private final Process process;
    private final BufferedReader replies;
    private final BufferedWriter requests;
    private final About about;

    /**
     * Starts it and waits until it says who it is.
     *
     * @param name what results call it
     * @param errors where its standard error goes
     * @throws IOException if it does not start, or ends instead: the message tells what it said
     */
    ProcessContender(String name, List<String> command, Map<String, String> environment, Path errors) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        builder.redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile()));
        process = builder.start();
        replies = process.inputReader(StandardCharsets.UTF_8);
        requests = process.outputWriter(StandardCharsets.UTF_8);
        About said = JSON.readValue(nextJson(name), About.class);
        if (said.absent() != null) {
            close();
            throw new IOException(said.absent());
        }
        about = new About(name, said.ours(), said.what(), said.device(), said.copyBytesPerSecond(), null);
    }

    @Override
    public About about() {
        return about;
    }

    @Override
    public Reply measure(Request request) {
        if (!process.isAlive()) {
            return Reply.failed("it had ended with status " + process.exitValue());
        }
        try {
            requests.write(request.line());
            requests.newLine();
            requests.flush();
            return JSON.readValue(nextJson(about.contender()), Reply.class);
        } catch (IOException e) {
            return Reply.failed(e.getMessage());
        }
    }

    /** The next line that is JSON: libraries print what they like. */
    private String nextJson(String name) throws IOException {
        for (String line = replies.readLine(); line != null; line = replies.readLine()) {
            if (line.startsWith("{")) {
                return line;
            }
        }
        throw new IOException(name + " ended without an answer");
    }

    /** Ends its input, and the process if that does not. */
    @Override
    public void close() {
        try {
            requests.close();
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
