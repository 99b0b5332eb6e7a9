package io.github.tornadosort.cli;

import java.util.Arrays;

/** A plot of an array as a few lines of text: the index increases to the right, the value upwards. */
final class ScatterPlot {
    private static final int WIDTH = 36;
    private static final int HEIGHT = 9;

    private ScatterPlot() {}

    /** Plots keys at evenly spaced indices. Returns the lines from top to bottom, each {@link #WIDTH} characters wide. */
    static String[] of(int[] keys) {
        char[][] picture = new char[HEIGHT][WIDTH];
        for (char[] line : picture) {
            Arrays.fill(line, ' ');
        }
        long least = Arrays.stream(keys).min().orElse(0);
        long greatest = Arrays.stream(keys).max().orElse(0);
        for (int x = 0; x < WIDTH && keys.length > 0; x++) {
            long key = keys[(int) ((long) x * keys.length / WIDTH)];
            int height = (int) ((key - least) * (HEIGHT - 1) / Math.max(1, greatest - least));
            picture[HEIGHT - 1 - height][x] = '*';
        }
        return Arrays.stream(picture).map(String::new).toArray(String[]::new);
    }
}
