package io.github.tornadosort.cli;

/** Times steps that follow each other. */
final class Stopwatch {
    private long last;

    void start() {
        last = System.nanoTime();
    }

    /** Nanoseconds since the start or the last lap. */
    long lap() {
        long now = System.nanoTime();
        long lap = now - last;
        last = now;
        return lap;
    }
}
