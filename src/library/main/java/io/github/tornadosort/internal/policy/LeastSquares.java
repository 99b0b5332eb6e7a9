package io.github.tornadosort.internal.policy;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Solves non-negative least squares problems. */
final class LeastSquares {
    private static final int SWEEPS = 20_000;

    private LeastSquares() {}

    /**
     * Returns the coefficients, none of them negative, with which the sum of the columns is closest to the target. Optimizes one
     * coefficient at a time (coordinate descent). The problem is convex, so this converges to the optimum.
     */
    static double[] solve(double[][] columns, double[] target) {
        double[] coefficients = new double[columns.length];
        double[] residual = target.clone();
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            for (int c = 0; c < columns.length; c++) {
                double best = coefficients[c] + dot(columns[c], residual) / dot(columns[c], columns[c]);
                double step = Math.max(0, best) - coefficients[c];
                coefficients[c] += step;
                double[] column = columns[c];
                Arrays.setAll(residual, i -> residual[i] - step * column[i]);
            }
        }
        return coefficients;
    }

    private static double dot(double[] a, double[] b) {
        return IntStream.range(0, a.length).mapToDouble(i -> a[i] * b[i]).sum();
    }
}
