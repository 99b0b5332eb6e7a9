package io.github.tornadosort.bench.host;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Keys of a random type, number and shape. The same seed gives the same case.
 *
 * @param type a primitive type of Java
 * @param p the parameter of the shape, from 0 to 1
 * @param spoiled the number of keys that the spoiler changes
 */
record RandomKeys(String type, int n, Shape shape, double p, Spoiler spoiler, int spoiled) {
    static final List<String> TYPES = List.of("int", "long", "float", "double", "short", "char", "byte");

    private static final int MOST_DISTINCT_BITS = 14;
    private static final int MOST_RUNS_BITS = 10;
    private static final int CLUSTER = 1 << 12;

    /** How keys are distributed. */
    enum Shape {
        UNIFORM, SMALL_RANGE, FEW_DISTINCT, ONE_HEAVY_VALUE, ONE_BY_U, POWER_OF_U, ZIPF, GAUSSIAN, EXPONENTIAL, ENTROPY,
        TIMESTAMPS,
        CLUSTERS, SORTED, REVERSED, ORGAN_PIPE, SAW_TOOTH, WINDOWS, RUNS, BROKEN_RUNS
    }

    /** What is done to the keys then. */
    enum Spoiler {
        NOTHING, EQUAL_PREFIX, DISTURBED, RANDOM_HALF, NEW_TAIL, EQUAL_TAIL, NANS
    }

    /** Draws a case whose number of keys is log-uniform between two limits. */
    static RandomKeys draw(SplittableRandom random, List<String> types, int least, int most) {
        String type = types.get(random.nextInt(types.size()));
        int n = (int) Math.round(least * Math.pow((double) most / least, random.nextDouble()));
        Shape shape = Shape.values()[random.nextInt(Shape.values().length)];
        double p = random.nextDouble();
        Spoiler spoiler = Spoiler.values()[random.nextInt(Spoiler.values().length)];
        boolean isSpoiled = random.nextBoolean() && (spoiler != Spoiler.NANS || isFloat(type));
        double amount = random.nextDouble();
        int spoiled = switch (spoiler) {
            case NOTHING -> 0;
            case EQUAL_PREFIX -> Math.min(n, 1 + (int) (amount * 300));
            case DISTURBED -> 1 + (int) (amount * n / 100);
            case RANDOM_HALF -> n / 2;
            case NEW_TAIL, EQUAL_TAIL -> 1 + (int) (amount * n / 20);
            case NANS -> 1 + (int) (amount * amount * 20);
        };
        return new RandomKeys(type, n, shape, p, isSpoiled ? spoiler : Spoiler.NOTHING, isSpoiled ? spoiled : 0);
    }

    private static boolean isFloat(String type) {
        return type.equals("float") || type.equals("double");
    }

    /** Returns new keys of this shape, an array of the type. */
    Object keys(SplittableRandom random) {
        long[] keys = new long[n];
        if (shape == Shape.BROKEN_RUNS) {
            brokenRuns(keys, random);
        } else {
            long[] values = random.longs(1 << (int) (1 + p * (MOST_DISTINCT_BITS - 1))).toArray();
            Arrays.setAll(keys, i -> key(random, i, values));
        }
        narrow(keys);
        if (shape == Shape.RUNS) {
            sortRuns(keys, 1 + (int) Math.pow(2, p * MOST_RUNS_BITS));
        }
        spoil(keys, random);
        return typed(keys, random);
    }

    private long key(SplittableRandom random, int i, long[] values) {
        double u = random.nextDouble();
        return switch (shape) {
            case UNIFORM, RUNS, BROKEN_RUNS -> random.nextLong();
            case SMALL_RANGE -> random.nextLong((long) Math.max(2, Math.pow(2, p * (bits() - 1))));
            case FEW_DISTINCT -> values[random.nextInt(values.length)];
            case ONE_HEAVY_VALUE -> u < p ? 42 : random.nextLong();
            case ONE_BY_U -> scaled(1e-3 / u);
            case POWER_OF_U -> scaled(Math.pow(u, 1 + 15 * p));
            case ZIPF -> (long) Math.pow(2 + p * 1e6, u);
            case GAUSSIAN -> scaled(random.nextGaussian() / 8);
            case EXPONENTIAL -> scaled(-Math.log(1 - u) / 32);
            case ENTROPY -> {
                long bits = random.nextLong();
                for (int words = (int) (p * 6); words > 0; words--) {
                    bits &= random.nextLong();
                }
                yield bits;
            }
            case TIMESTAMPS -> 1_700_000_000_000L + random.nextInt(86_400_000);
            case CLUSTERS -> values[random.nextInt(values.length)] + random.nextInt(CLUSTER);
            case SORTED -> rank(i);
            case REVERSED -> rank(n - 1 - i);
            case ORGAN_PIPE -> rank(2 * Math.min(i, n - 1 - i));
            case SAW_TOOTH -> {
                int tooth = Math.max(1, (int) (n / Math.pow(2, p * MOST_RUNS_BITS)));
                yield rank((double) (i % tooth) * n / tooth);
            }
            case WINDOWS -> rank(i + u * Math.pow(2, p * MOST_RUNS_BITS));
        };
    }

    private int bits() {
        return switch (type) {
            case "byte" -> Byte.SIZE;
            case "short", "char" -> Short.SIZE;
            case "int", "float" -> Integer.SIZE;
            default -> Long.SIZE;
        };
    }

    /** Returns a key for a number from -1 to 1, which stands for half of the type's range; other numbers are cut off. */
    private long scaled(double x) {
        return (long) (Math.clamp(x, -1, 1) * Math.pow(2, bits() - 2));
    }

    /** Returns the key of a rank from 0 to n - 1. Keys of few bits have fewer values than there are ranks. */
    private long rank(double rank) {
        return scaled(rank / n);
    }

    /** Runs of random lengths, up or down, and every hundredth or so a random key. */
    private void brokenRuns(long[] keys, SplittableRandom random) {
        double breaks = p * 0.02;
        for (int from = 0; from < n;) {
            int to = (int) Math.min(n, from + Math.pow(2, 2 + random.nextDouble() * 16));
            boolean down = random.nextInt(4) == 0;
            for (int i = from; i < to; i++) {
                double place = (double) (i - from) / (to - from);
                keys[i] = random.nextDouble() < breaks ? random.nextLong() : scaled(down ? 1 - place : place);
            }
            from = to;
        }
    }

    /** Replaces each key by the value that it has in the type, so that both have the same order. */
    private void narrow(long[] keys) {
        switch (type) {
            case "int", "float" -> Arrays.setAll(keys, i -> (int) keys[i]);
            case "short" -> Arrays.setAll(keys, i -> (short) keys[i]);
            case "char" -> Arrays.setAll(keys, i -> (char) keys[i]);
            case "byte" -> Arrays.setAll(keys, i -> (byte) keys[i]);
            default -> {}
        }
    }

    private void sortRuns(long[] keys, int runs) {
        for (int run = 0; run < runs; run++) {
            Arrays.sort(keys, (int) ((long) n * run / runs), (int) (n * (run + 1L) / runs));
        }
    }

    private void spoil(long[] keys, SplittableRandom random) {
        int tail = n - spoiled;
        switch (spoiler) {
            case EQUAL_PREFIX -> Arrays.fill(keys, 0, spoiled, keys[random.nextInt(n)]);
            case DISTURBED -> random.ints(spoiled, 0, n).forEach(i -> keys[i] = keys[random.nextInt(n)]);
            case RANDOM_HALF -> {
                for (int i = tail; i < n; i++) {
                    keys[i] = random.nextLong();
                }
                narrow(keys);
            }
            case NEW_TAIL -> {
                long[] old = keys.clone();
                Arrays.sort(keys);
                for (int i = tail; i < n; i++) {
                    keys[i] = old[random.nextInt(n)];
                }
            }
            case EQUAL_TAIL -> {
                long value = keys[random.nextInt(n)];
                Arrays.sort(keys);
                Arrays.fill(keys, tail, n, value);
            }
            case NOTHING, NANS -> {}
        }
    }

    private Object typed(long[] keys, SplittableRandom random) {
        switch (type) {
            case "int" -> {
                int[] typed = new int[n];
                Arrays.setAll(typed, i -> (int) keys[i]);
                return typed;
            }
            case "short" -> {
                short[] typed = new short[n];
                for (int i = 0; i < n; i++) {
                    typed[i] = (short) keys[i];
                }
                return typed;
            }
            case "char" -> {
                char[] typed = new char[n];
                for (int i = 0; i < n; i++) {
                    typed[i] = (char) keys[i];
                }
                return typed;
            }
            case "byte" -> {
                byte[] typed = new byte[n];
                for (int i = 0; i < n; i++) {
                    typed[i] = (byte) keys[i];
                }
                return typed;
            }
            case "float" -> {
                float[] typed = new float[n];
                for (int i = 0; i < n; i++) {
                    typed[i] = keys[i];
                }
                nans(random).forEach(i -> typed[i] = Float.NaN);
                return typed;
            }
            case "double" -> {
                double[] typed = new double[n];
                Arrays.setAll(typed, i -> keys[i]);
                nans(random).forEach(i -> typed[i] = Double.NaN);
                return typed;
            }
            default -> {
                return keys;
            }
        }
    }

    private IntStream nans(SplittableRandom random) {
        return random.ints(spoiler == Spoiler.NANS ? spoiled : 0, 0, n);
    }

    @Override
    public String toString() {
        String text = String.format(Locale.ROOT, "%s, %d keys, %s %.2f", type, n, label(shape), p);
        return spoiler == Spoiler.NOTHING ? text : text + ", " + label(spoiler) + " " + spoiled;
    }

    private static String label(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
