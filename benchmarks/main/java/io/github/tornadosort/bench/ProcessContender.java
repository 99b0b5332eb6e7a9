package io.github.tornadosort.bench;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * A contender in a separate process, in any language. The process first writes a line of JSON with its {@link Contender.About}.
 * It then answers each {@link Request}, one per line, with a {@link Reply} as a line of JSON.
 */
final class ProcessContender implements Contender {
    private static final ObjectMapper JSON =
            new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    private final Process process;
    private final BufferedReader replies;
    private final BufferedWriter requests;
    private final About about;

    /**
     * Starts the process and waits for its description.
     *
     * @param name its name in results
     * @param command the command line
     * @param errors a file for its standard error
     * @throws IOException if it does not start, or exits
     */
    ProcessContender(String name, List<String> command, Path errors) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile()));
        process = builder.start();
        replies = process.inputReader(StandardCharsets.UTF_8);
        requests = process.outputWriter(StandardCharsets.UTF_8);
        About received = JSON.readValue(nextJson(), About.class);
        about = new About(name, received.ours(), received.what(), received.device());
    }

    @Override
    public About about() {
        return about;
    }

    @Override
    public Reply measure(Request request) {
        if (!process.isAlive()) {
            return Reply.failed("the process exited earlier with status " + process.exitValue());
        }
        try {
            requests.write(request.line());
            requests.newLine();
            requests.flush();
            return JSON.readValue(nextJson(), Reply.class);
        } catch (IOException e) {
            return Reply.failed(e.getMessage());
        }
    }

    /** Returns the next line of JSON. Skips other output, which libraries may print. */
    private String nextJson() throws IOException {
        for (String line = replies.readLine(); line != null; line = replies.readLine()) {
            if (line.startsWith("{")) {
                return line;
            }
        }
        throw new IOException("the process exited without an answer");
    }

    @Override
    public void close() {
        process.destroy();
    }
}
