package io.github.tornadosort.files.internal.sort;

/** Measures the time of consecutive steps. */
public final class Stopwatch {
    private long last;

    public void start() {
        last = System.nanoTime();
    }

    /** Returns the nanoseconds since the start or the last lap. */
    public long lap() {
        long now = System.nanoTime();
        long lap = now - last;
        last = now;
        return lap;
    }
}
