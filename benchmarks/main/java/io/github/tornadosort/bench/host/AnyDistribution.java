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

/**
 * Compares sorts of random cases: of any type, number and shape. In each round, the contenders sort the same new keys in turn, in
 * another order. The median time counts. The peer is {@code Arrays.parallelSort} for {@code sort}, and fastutil for {@code pairs}
 * and {@code argsort}.
 */
public final class AnyDistribution implements AutoCloseable {
    private static final String OURS = "tornado-sort";
    private static final String OLDER = "older";
    /** From this number of keys on, half of the rounds are enough. */
    private static final int MANY = 1 << 18;
    private static final int MOST_KEYS_OF_WARM_UP = 1 << 20;
    /** The types of pairs and argsort. */
    private static final List<String> PAIRS = List.of("int", "long", "float", "double");

    private final Suite.Random limits;
    private final int rounds;
    private final Consumer<String> log;
    private final Map<String, Calls> contenders = new LinkedHashMap<>();

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
        List<String> names = new ArrayList<>(List.of(OURS, "parallelSort", "fastutil"));
        if (System.getProperty(HostContenders.OLDER_PROPERTY) != null) {
            names.add(OLDER);
        }
        names.forEach(name -> contenders.put(name, HostContenders.calls(name)));
    }

    /** Describes the contenders. */
    public List<About> contenders() {
        String cores = Runtime.getRuntime().availableProcessors() + " cores";
        return contenders.keySet().stream()
                .map(name -> new About(name, name.equals(OURS) || name.equals(OLDER), HostContenders.what(name), cores,
                        null))
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

    /** Returns the contenders of an operation. */
    private List<String> names(String operation) {
        String other = operation.equals("sort") ? "fastutil" : "parallelSort";
        return contenders.keySet().stream().filter(name -> !name.equals(other)).toList();
    }

    /** Returns the median time of each contender. */
    private Map<String, Long> times(String operation, RandomKeys drawn, long seed, int rounds) {
        SplittableRandom random = new SplittableRandom(~seed);
        Map<String, long[]> times = new LinkedHashMap<>();
        List<String> names = names(operation);
        for (int round = 0; round < rounds; round++) {
            Object keys = drawn.keys(random);
            Long first = null;
            for (int i = 0; i < names.size(); i++) {
                String name = names.get((i + round) % names.size());
                // A copy that is made before the calls of the others would lie in colder memory.
                Input input = new Input(operation, copy(keys));
                long start = System.nanoTime();
                Object result = contenders.get(name).call(input);
                times.computeIfAbsent(name, _ -> new long[rounds])[round] = System.nanoTime() - start;
                if (result == null) {
                    throw new IllegalArgumentException(
                            "unknown operation '" + operation + "', expected sort, pairs or argsort");
                }
                long digest = input.digest(result);
                if (first != null && first != digest) {
                    throw new IllegalStateException(
                            "%s of %s: the result of %s is wrong or not that of another contender, seed %d"
                                    .formatted(operation, drawn, name, seed));
                }
                first = digest;
            }
        }
        Map<String, Long> medians = new LinkedHashMap<>();
        times.forEach((name, nanos) -> {
            Arrays.sort(nanos);
            medians.put(name, nanos[nanos.length / 2]);
        });
        return medians;
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

    @Override
    public void close() {
        contenders.values().forEach(Calls::close);
    }
}
