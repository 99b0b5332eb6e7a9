package io.github.tornadosort.files.internal.io;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A 128-bit hash of a multiset of rows: the sum of the hashes of the rows, which does not depend on their order. Equal multisets
 * always have equal sums; different multisets have equal sums with a probability of about 2^-128.
 */
public final class RowMultiset {
    /** How multisets are compared, for a message. */
    public static final String ASSURANCE = "compared by a 128-bit hash";

    private final String what;
    private final MessageDigest digest;
    private long count;
    private long low;
    private long high;

    /**
     * Creates an empty multiset.
     *
     * @param what what the rows are, for a message: {@code rows}
     */
    public RowMultiset(String what) {
        this.what = what;
        try {
            this.digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Adds a row. */
    public void add(ByteBuffer row) {
        digest.update(row);
        ByteBuffer hash = ByteBuffer.wrap(digest.digest());
        count++;
        low += hash.getLong();
        high += hash.getLong();
    }

    /** Returns the number of rows. */
    public long count() {
        return count;
    }

    /** Describes the difference from the rows of another file, or returns null if there is none. */
    public String difference(RowMultiset expected, Path file) {
        if (count != expected.count) {
            return "expected the " + expected.count + " " + what + " of " + file + ", found " + count;
        }
        return low == expected.low && high == expected.high
                ? null
                : "its " + what + " differ from those of " + file + " (" + ASSURANCE + ")";
    }
}
