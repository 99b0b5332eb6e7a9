package io.github.tornadosort.bench.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
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
    /** The operations, each of which is measured by itself. */
    public static final List<String> OPERATIONS = List.of("sort", "pairs", "argsort");
    /** From this number of keys on, half of the rounds are enough. */
    private static final int MANY = 1 << 18;
    private static final int MOST_KEYS_OF_WARM_UP = 1 << 20;
    /** The types of pairs and argsort. */
    private static final List<KeyType> PAIRS =
            List.of(KeyType.INT32, KeyType.INT64, KeyType.FLOAT32, KeyType.FLOAT64);

    private final Suite.Random limits;
    private final int rounds;
    private final Consumer<String> log;
    private final Map<String, Calls> contenders = new LinkedHashMap<>();

    /**
     * @param rounds the number of rounds of a case
     * @param log receives each case
     */
    public AnyDistribution(Suite.Random limits, int rounds, Consumer<String> log) {
        this.limits = limits;
        this.rounds = rounds;
        this.log = log;
        List.of(OURS, "parallelSort", "fastutil").forEach(name -> contenders.put(name, HostContenders.calls(name)));
    }

    /** Describes the contenders. */
    public List<About> contenders() {
        String cores = Runtime.getRuntime().availableProcessors() + " cores";
        return contenders.keySet().stream()
                .map(name -> new About(name, name.equals(OURS), HostContenders.what(name), cores, null))
                .toList();
    }

    /**
     * Measures the cases of an operation until their number or the time is reached.
     *
     * @param seed the seed of a single case, or null
     * @return the results against the peer
     */
    public RandomCases measure(String operation, Long seed) {
        long warm = System.nanoTime();
        for (long warmUp = -1; isBefore(warm, limits.warmupSeconds()); warmUp--) {
            times(operation, draw(operation, warmUp, Math.min(MOST_KEYS_OF_WARM_UP, limits.mostKeys())), warmUp, 1);
        }
        List<Case> cases = new ArrayList<>();
        long start = System.nanoTime();
        int number = seed == null ? limits.cases() : 1;
        for (int i = 0; i < number && (i == 0 || isBefore(start, limits.seconds())); i++) {
            long own = seed == null ? limits.seed() + i : seed;
            RandomKeys drawn = draw(operation, own, limits.mostKeys());
            Map<String, Long> nanos = times(operation, drawn, own, drawn.n() < MANY ? rounds : Math.ceilDiv(rounds, 2));
            Case one = new Case(own, drawn.toString(), nanos.get(OURS), nanos.get(peer(operation)));
            log.accept(operation + " against " + peer(operation) + " " + one);
            cases.add(one);
        }
        return RandomCases.of(operation, peer(operation), cases);
    }

    private static boolean isBefore(long start, double seconds) {
        return System.nanoTime() - start < seconds * 1e9;
    }

    private RandomKeys draw(String operation, long seed, int most) {
        List<KeyType> types = operation.equals("sort") ? RandomKeys.TYPES : PAIRS;
        return RandomKeys.draw(new SplittableRandom(seed), types, limits.leastKeys(), most);
    }

    private static String peer(String operation) {
        return operation.equals("sort") ? "parallelSort" : "fastutil";
    }

    /** Returns the median time of each contender. */
    private Map<String, Long> times(String operation, RandomKeys drawn, long seed, int rounds) {
        SplittableRandom random = new SplittableRandom(~seed);
        Map<String, long[]> times = new LinkedHashMap<>();
        List<String> names = List.of(OURS, peer(operation));
        for (int round = 0; round < rounds; round++) {
            Object keys = drawn.keys(random);
            Column given = new Column(Input.segment(keys), drawn.type());
            Long first = null;
            for (int i = 0; i < names.size(); i++) {
                String name = names.get((i + round) % names.size());
                // A copy that is made before the calls of the others would lie in colder memory.
                Input input = new Input(operation, drawn.type(), drawn.n());
                input.fill(given);
                long start = System.nanoTime();
                Object result = contenders.get(name).call(input);
                times.computeIfAbsent(name, _ -> new long[rounds])[round] = System.nanoTime() - start;
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

    @Override
    public void close() {
        contenders.values().forEach(Calls::close);
    }
}
