package io.github.tornadosort.bench.host;

import io.github.tornadosort.bench.Contender.About;
import io.github.tornadosort.bench.RandomCases;
import io.github.tornadosort.bench.RandomCases.Case;
import io.github.tornadosort.bench.Suite;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Compares sorts of random cases: of any type, number and shape. In each round, the contenders sort the same new keys in turn, in another
 * order. The median time counts.
 */
public final class AnyDistribution implements AutoCloseable {
    /** Class path of an older version of this library, to compare with it too. */
    public static final String OLDER_PROPERTY = "tornadosort.bench.older";

    private static final String OURS = "tornado-sort";
    /** From this number of keys on, half of the rounds are enough. */
    private static final int MANY = 1 << 18;
    private static final int MOST_KEYS_OF_WARM_UP = 1 << 20;
    /** The types of pairs and argsort. */
    private static final List<String> PAIRS = List.of("int", "long", "float", "double");

    private final Suite.Random limits;
    private final int rounds;
    private final Consumer<String> log;
    private final Map<String, Sorts> contenders = new LinkedHashMap<>();

    /**
     * @param rounds the number of rounds of a case
     * @param log receives each case
     */
    public AnyDistribution(Suite.Random limits, int rounds, Consumer<String> log) {
        if (!RandomKeys.TYPES.containsAll(limits.types())) {
            throw new IllegalArgumentException(
                    "random cases of types " + limits.types() + ", expected some of " + RandomKeys.TYPES);
        }
        this.limits = limits;
        this.rounds = rounds;
        this.log = log;
        contenders.put(OURS, new LibrarySorts());
        contenders.put("JDK and fastutil", new PeerSorts());
        String older = System.getProperty(OLDER_PROPERTY);
        if (older != null) {
            contenders.put("older", OlderLibrary.open(older));
        }
    }

    public List<About> contenders() {
        String cores = Runtime.getRuntime().availableProcessors() + " cores";
        Map<String, String> what = Map.of(
                OURS, "Sorter.open()",
                "JDK and fastutil", "Arrays.parallelSort; pairs and argsort: fastutil's parallelQuickSort",
                "older", "Sorter.open() of " + System.getProperty(OLDER_PROPERTY));
        return contenders.keySet().stream()
                .map(name -> new About(name, name.equals(OURS), what.get(name), cores, null, null))
                .toList();
    }

    /**
     * Measures the cases of an operation until their number or the time is reached.
     *
     * @param seed the seed of a single case, or null
     * @return the results against each other contender
     */
    public List<RandomCases> measure(String operation, Long seed) {
        long warm = System.nanoTime();
        for (long warmUp = -1; isBefore(warm, limits.warmupSeconds()); warmUp--) {
            times(operation, draw(operation, warmUp, Math.min(MOST_KEYS_OF_WARM_UP, limits.mostKeys())), warmUp, 1);
        }
        Map<String, List<Case>> cases = new LinkedHashMap<>();
        long start = System.nanoTime();
        int number = seed == null ? limits.cases() : 1;
        for (int i = 0; i < number && (i == 0 || isBefore(start, limits.seconds())); i++) {
            long own = seed == null ? limits.seed() + i : seed;
            RandomKeys drawn = draw(operation, own, limits.mostKeys());
            Map<String, Long> nanos = times(operation, drawn, own, drawn.n() < MANY ? rounds : Math.ceilDiv(rounds, 2));
            long ours = nanos.remove(OURS);
            nanos.forEach((name, other) -> {
                Case one = new Case(own, drawn.toString(), ours, other);
                log.accept(operation + " against " + name + " " + one);
                cases.computeIfAbsent(name, _ -> new ArrayList<>()).add(one);
            });
        }
        return cases.entrySet().stream()
                .map(entry -> RandomCases.of(operation, entry.getKey(), entry.getValue()))
                .toList();
    }

    private static boolean isBefore(long start, double seconds) {
        return System.nanoTime() - start < seconds * 1e9;
    }

    private RandomKeys draw(String operation, long seed, int most) {
        List<String> types = limits.types().stream()
                .filter(type -> operation.equals("sort") || PAIRS.contains(type))
                .toList();
        if (types.isEmpty()) {
            throw new IllegalArgumentException(
                    "random cases of " + operation + " of types " + limits.types() + ", expected one of " + PAIRS);
        }
        return RandomKeys.draw(new SplittableRandom(seed), types, limits.leastKeys(), most);
    }

    /** Returns the median time of each contender. */
    private Map<String, Long> times(String operation, RandomKeys drawn, long seed, int rounds) {
        SplittableRandom random = new SplittableRandom(~seed);
        Map<String, long[]> times = new LinkedHashMap<>();
        List<String> names = new ArrayList<>(contenders.keySet());
        for (int round = 0; round < rounds; round++) {
            Object keys = drawn.keys(random);
            Call first = null;
            for (int i = 0; i < names.size(); i++) {
                String name = names.get((i + round) % names.size());
                Call call = new Call(operation, keys);
                times.computeIfAbsent(name, _ -> new long[rounds])[round] = call.nanos(contenders.get(name));
                if (first != null && !first.equalResult(call) || name.equals(OURS) && !call.isStable()) {
                    throw new IllegalStateException(
                            "%s of %s: the result of %s is wrong or not that of another contender, seed %d"
                                    .formatted(operation, drawn, name, seed));
                }
                first = call;
            }
        }
        Map<String, Long> medians = new LinkedHashMap<>();
        times.forEach((name, nanos) -> {
            Arrays.sort(nanos);
            medians.put(name, nanos[nanos.length / 2]);
        });
        return medians;
    }

    /** One call on a copy of the keys. */
    private static final class Call {
        private final String operation;
        private final Object keys;
        private Object values;

        private Call(String operation, Object keys) {
            this.operation = operation;
            this.keys = copy(keys);
            this.values = switch (operation) {
                case "sort", "argsort" -> null;
                case "pairs" -> numbers(keys);
                default -> throw new IllegalArgumentException(
                        "unknown operation '" + operation + "', expected sort, pairs or argsort");
            };
        }

        private long nanos(Sorts sorts) {
            long start = System.nanoTime();
            switch (operation) {
                case "sort" -> sorts.sort(keys);
                case "pairs" -> sorts.pairs(keys, values);
                default -> values = sorts.argsort(keys);
            }
            return System.nanoTime() - start;
        }

        /** fastutil orders equal NaNs in any way, so that keys are compared in place of their indices. */
        private boolean equalResult(Call other) {
            return operation.equals("argsort")
                    ? isEqual(ordered(), other.ordered())
                    : isEqual(keys, other.keys) && (values == null || isEqual(values, other.values));
        }

        /** Returns whether the indices of equal keys ascend. */
        private boolean isStable() {
            if (!operation.equals("argsort")) {
                return true;
            }
            int[] order = (int[]) values;
            Object ordered = ordered();
            return IntStream.range(1, order.length).allMatch(i -> order[i - 1] < order[i] || isLess(ordered, i));
        }

        private static boolean isLess(Object keys, int i) {
            return switch (keys) {
                case int[] array -> array[i - 1] < array[i];
                case long[] array -> array[i - 1] < array[i];
                default -> Double.compare(((double[]) keys)[i - 1], ((double[]) keys)[i]) < 0;
            };
        }

        private Object ordered() {
            int[] order = (int[]) values;
            return switch (keys) {
                case int[] array -> IntStream.of(order).map(i -> array[i]).toArray();
                case long[] array -> IntStream.of(order).mapToLong(i -> array[i]).toArray();
                case float[] array -> IntStream.of(order).mapToDouble(i -> array[i]).toArray();
                default -> IntStream.of(order).mapToDouble(i -> ((double[]) keys)[i]).toArray();
            };
        }
    }

    private static Object numbers(Object keys) {
        return switch (keys) {
            case int[] array -> IntStream.range(0, array.length).toArray();
            case long[] array -> IntStream.range(0, array.length).asLongStream().toArray();
            case float[] array -> {
                float[] numbers = new float[array.length];
                for (int i = 0; i < numbers.length; i++) {
                    numbers[i] = i;
                }
                yield numbers;
            }
            default -> IntStream.range(0, ((double[]) keys).length).asDoubleStream().toArray();
        };
    }

    private static Object copy(Object keys) {
        return switch (keys) {
            case byte[] array -> array.clone();
            case short[] array -> array.clone();
            case char[] array -> array.clone();
            case int[] array -> array.clone();
            case long[] array -> array.clone();
            case float[] array -> array.clone();
            default -> ((double[]) keys).clone();
        };
    }

    private static boolean isEqual(Object one, Object other) {
        return Arrays.deepEquals(new Object[] {one}, new Object[] {other});
    }

    @Override
    public void close() {
        contenders.values().forEach(Sorts::close);
    }
}
