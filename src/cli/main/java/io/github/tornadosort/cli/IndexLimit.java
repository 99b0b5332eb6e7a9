package io.github.tornadosort.cli;

import java.nio.file.Path;

/** IndexLimit of keys in a file, which are ints. */
final class IndexLimit {
    private IndexLimit() {}

    /**
     * Checks that every key can have one.
     *
     * @throws CommandFailure if there are too many
     */
    static void require(Path file, long keys) {
        if (keys > Integer.MAX_VALUE) {
            throw new CommandFailure(file + ": expected at most " + Integer.MAX_VALUE
                    + " keys, which int32 can number, found " + keys);
        }
    }
}
