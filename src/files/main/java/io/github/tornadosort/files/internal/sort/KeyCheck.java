package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.ProgressListener.Step;
import io.github.tornadosort.files.UnsortedException;
import io.github.tornadosort.files.internal.io.KeyReader;
import java.nio.file.Path;

/**
 * Checks that keys are sorted.
 *
 * @param distinct whether equal keys are not in order
 */
public record KeyCheck(KeyType type, SortOptions options, boolean distinct, ProgressListener progress) {
    /**
     * Checks the order of all keys.
     *
     * @param name the name of the file in messages
     * @return the number of keys
     * @throws UnsortedException if they are not in order; the message names the key
     */
    public long requireOrder(Path name, KeyReader keys) throws FileSortException {
        OrderCheck check = new OrderCheck(type, options, distinct);
        try (Step step = progress.begin("check", keys.bytes())) {
            KeyPieces.forEach(keys, type, step, check);
        }
        check.requireOrder(name);
        return keys.count();
    }

    /**
     * Checks that a file is in order and has the keys of another one.
     *
     * @return how the keys were compared, for a message
     * @throws FileSortException if it is not
     */
    public String requireSorted(Path inputName, KeyReader input, Path name, KeyReader sorted) throws FileSortException {
        try (Step step = progress.begin("verify", input.bytes() + sorted.bytes())) {
            if (input.count() != sorted.count()) {
                throw new FileSortException(
                        name, "expected the " + input.count() + " keys of " + inputName + ", found " + sorted.count());
            }
            KeyMultiset expected = KeyMultiset.of(type, input.count());
            KeyMultiset found = expected.empty();
            OrderCheck check = new OrderCheck(type, options, distinct);
            KeyPieces.forEach(input, type, step, expected::add);
            KeyPieces.forEach(sorted, type, step, bits -> {
                check.accept(bits);
                found.add(bits);
            });
            check.requireOrder(name);
            String difference = found.difference(expected);
            if (difference != null) {
                throw new FileSortException(name, difference);
            }
            return found.assurance();
        }
    }
}
