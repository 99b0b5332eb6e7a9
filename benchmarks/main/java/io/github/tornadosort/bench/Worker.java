package io.github.tornadosort.bench;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;

/**
 * Serves a contender to another process. The worker first writes a line of JSON with its {@link Contender.About}. It then
 * answers each {@link Request}, one per line, with a {@link Reply} as a line of JSON. Peers in all languages use this protocol.
 */
public final class Worker {
    private static final ObjectMapper JSON = new ObjectMapper().setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL);

    private Worker() {}

    /** Answers requests until the end of the input. */
    public static void serve(Contender contender, BufferedReader in, PrintStream out) throws IOException {
        write(out, contender.about());
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            write(out, answer(contender, Request.parse(line)));
        }
    }

    private static Reply answer(Contender contender, Request request) {
        try {
            return contender.measure(request);
        } catch (RuntimeException | OutOfMemoryError e) {
            e.printStackTrace();
            return Reply.failed(e.toString());
        }
    }

    private static void write(PrintStream out, Object value) throws JsonProcessingException {
        out.println(JSON.writeValueAsString(value));
        out.flush();
    }
}
