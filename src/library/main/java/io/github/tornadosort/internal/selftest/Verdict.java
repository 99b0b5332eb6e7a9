package io.github.tornadosort.internal.selftest;

/**
 * What a self-test says of a device.
 *
 * @param passed whether every kernel gives what the JVM gives
 * @param found the first kernel that does not, and what came out; empty if there is none
 */
public record Verdict(boolean passed, String found) {
    /** All is right. */
    static final Verdict PASSED = new Verdict(true, "");
}
