package io.github.tornadosort.cli;

import io.github.tornadosort.cli.options.CommandFailure;
import java.nio.file.Path;

/** Checks that int indices can address all keys of a file. */
final class IndexLimit {
    private IndexLimit() {}

    /**
     * Checks that every key has an int index.
     *
     * @throws CommandFailure if there are too many
     */
    static void require(Path file, long keys) {
        if (keys > Integer.MAX_VALUE) {
            throw new CommandFailure(file + ": expected at most " + Integer.MAX_VALUE
                    + " keys, the limit of int32 indices, found " + keys);
        }
    }
}
