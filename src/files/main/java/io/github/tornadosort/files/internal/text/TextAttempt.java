package io.github.tornadosort.files.internal.text;

import io.github.tornadosort.files.internal.text.TextPieces.OtherEndException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads all lines of a text. That all of them end with CR LF may turn out to be wrong. */
public interface TextAttempt {
    /** @param everyByte whether a CR before a line feed is always a part of its line */
    void run(boolean everyByte) throws IOException, OtherEndException;

    /**
     * Reads a text, again if a CR before a line feed turns out to be a part of its line.
     *
     * @throws IOException also if it does, and a file cannot be read again
     */
    static void repeat(List<Path> files, boolean everyByte, TextAttempt attempt) throws IOException {
        try {
            attempt.run(everyByte);
        } catch (OtherEndException e) {
            if (!files.stream().allMatch(Files::isRegularFile)) {
                throw e.failure();
            }
            again(attempt);
        }
    }

    private static void again(TextAttempt attempt) throws IOException {
        try {
            attempt.run(true);
        } catch (OtherEndException e) {
            throw e.failure();
        }
    }
}
