package io.github.tornadosort.cli;

/** Measures the time of consecutive steps. */
final class Stopwatch {
    private long last;

    void start() {
        last = System.nanoTime();
    }

    /** Returns the nanoseconds since the start or the last lap. */
    long lap() {
        long now = System.nanoTime();
        long lap = now - last;
        last = now;
        return lap;
    }
}
