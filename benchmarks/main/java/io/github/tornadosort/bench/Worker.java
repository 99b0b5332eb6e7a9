package io.github.tornadosort.bench;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;

/**
 * Lets a contender be asked from another process: it says who it is, then answers each line, a {@link Request}, with a line of
 * JSON, a {@link Reply}. All peers speak so, whatever they are written in.
 */
public final class Worker {
    private static final ObjectMapper JSON = new ObjectMapper().setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL);

    private Worker() {}

    /** Answers until there are no more lines. */
    public static void serve(Contender contender, BufferedReader in, PrintStream out) throws IOException {
        say(out, contender.about());
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            say(out, answer(contender, Request.parse(line)));
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

    private static void say(PrintStream out, Object what) throws JsonProcessingException {
        out.println(JSON.writeValueAsString(what));
        out.flush();
    }
}
