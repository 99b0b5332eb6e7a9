package io.github.tornadosort.reference;

import io.github.tornadosort.Column;
import java.lang.reflect.Array;
import java.util.Objects;

/** Thrown if an operation returns another result than the JDK. */
public final class WrongResultException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private WrongResultException(String message) {
        super(message);
    }

    /** @throws WrongResultException unless two values, or all elements of two arrays, are equal */
    static void unlessEqual(Object found, Object expected, String name, String what) {
        if (!Objects.deepEquals(found, expected)) {
            throw new WrongResultException(what + ": " + name + " " + difference(found, expected));
        }
    }

    private static String difference(Object found, Object expected) {
        if (!found.getClass().isArray()) {
            return found + ", expected " + expected;
        }
        int length = Math.min(Array.getLength(found), Array.getLength(expected));
        for (int i = 0; i < length; i++) {
            if (!Array.get(found, i).equals(Array.get(expected, i))) {
                return i + " is " + Array.get(found, i) + ", expected " + Array.get(expected, i);
            }
        }
        return "count is " + Array.getLength(found) + ", expected " + Array.getLength(expected);
    }

    /** @throws WrongResultException unless two columns have the same bits */
    static void unlessSame(Column found, Column expected, String name, String what) {
        long at = found.segment().mismatch(expected.segment());
        if (at >= 0) {
            long i = at / expected.type().bytes();
            throw new WrongResultException(what + ": " + name + " " + i + " of " + expected.size() + " is "
                    + hex(found, i) + ", expected " + hex(expected, i));
        }
    }

    private static String hex(Column column, long index) {
        return index < column.size() ? "0x" + Long.toHexString(KeyData.bits(column, index)) : "missing";
    }
}
