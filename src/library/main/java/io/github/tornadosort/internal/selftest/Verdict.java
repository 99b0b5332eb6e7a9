package io.github.tornadosort.internal.selftest;

/**
 * The result of a device's self-test.
 *
 * @param passed whether the results of all kernels are those of the JVM
 * @param found the first wrong kernel and its result; empty if there is none
 */
public record Verdict(boolean passed, String found) {
    /** The verdict on a device that passed. */
    static final Verdict PASSED = new Verdict(true, "");
}
