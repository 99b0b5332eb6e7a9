package io.github.tornadosort;

import io.github.tornadosort.SortCases.SortCase;
import io.github.tornadosort.internal.policy.SortPolicy;
import io.github.tornadosort.internal.policy.SortPolicy.Kernels;
import io.github.tornadosort.reference.KeyData;
import io.github.tornadosort.reference.Operation;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * Compares operations on keys of any type, number and distribution, with any order, policy and device, with the reference.
 * A failure is reduced to a small case and reported with its seed, which {@code @Property(seed = "…")} replays. The test stops
 * after 10 seconds, or after the number of cases in {@code junit-platform.properties}. To run it for longer, use {@code
 * -Dtornadosort.fuzz.seconds=3600 -Djqwik.tries.default=1000000}, for larger inputs {@code -Dtornadosort.fuzz.largest=200000}.
 */
@Tag("slow")
class FuzzTest {
    private static final String UNIFORM = "uniform";
    private static final int LARGEST = Integer.getInteger("tornadosort.fuzz.largest", 20_000);
    private static final int LARGEST_IF_SLOW = 4200;

    /** Number of sorters that are open at a time, each with its compiled plans. */
    private static final int MOST_SORTERS = 50;

    /** Number of cases that run on the slowest machine: a run without a check must not pass. */
    private static final int LEAST_CASES = 200;
    private static final long SECONDS = Long.getLong("tornadosort.fuzz.seconds", 4);

    private static final Map<SortCase, Sorter> SORTERS = new LinkedHashMap<>(16, 0.75f, true);
    private static long begin;
    private static int cases;

    /** One case. Equal values give equal keys. */
    record Case(
            SortCase on, Operation operation, KeyType type, String distribution, int n, long seed, Order order) {
        Column keys() {
            return distribution.equals(UNIFORM)
                    ? KeyData.random(type, n, seed)
                    : KeyInputs.of(type).get(distribution).apply(n);
        }
    }

    @BeforeContainer
    static void start() {
        begin = System.nanoTime();
    }

    @AfterContainer
    static void finish() {
        SORTERS.values().forEach(Sorter::close);
        SORTERS.clear();
        System.out.printf("fuzzed %d cases, %.0f a minute%n", cases, cases * 60e9 / (System.nanoTime() - begin));
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void resultsEqualTheReference(@ForAll("cases") Case next) {
        if (cases >= LEAST_CASES && System.nanoTime() - begin > SECONDS * 1_000_000_000) {
            return;
        }
        cases++;
        next.operation().check(sorter(next.on()), next.keys(), next.order(), next.toString());
    }

    private static Sorter sorter(SortCase on) {
        Sorter sorter =
                SORTERS.computeIfAbsent(on, key -> Sorter.builder().device(key.device()).policy(key.policy()).open());
        Iterator<Sorter> oldest = SORTERS.values().iterator();
        if (SORTERS.size() > MOST_SORTERS) {
            oldest.next().close();
            oldest.remove();
        }
        return sorter;
    }

    @Provide
    Arbitrary<Case> cases() {
        return Combinators.combine(Arbitraries.of(sortCases()), Arbitraries.of(KeyType.values()))
                .flatAs((on, type) -> Combinators.combine(
                        Arbitraries.of(Operation.class),
                        Arbitraries.of(distributions(type)),
                        lengths(on.slow() ? LARGEST_IF_SLOW : LARGEST),
                        Arbitraries.longs(),
                        orders(type))
                        .as((operation, distribution, n, seed, order) -> new Case(
                                on, operation, type, distribution, n, seed, order)));
    }

    /** Policies of many digits, blocks and tiles, if plans compile quickly; otherwise the policies of the other tests. */
    private static List<SortCase> sortCases() {
        List<SortCase> all = new ArrayList<>(SortCases.all());
        for (SortDevice device : SortDevice.all()) {
            if (device.backend().equals("jvm")) {
                for (int blocks = 1; blocks <= 8; blocks *= 2) {
                    for (int bits = 1; bits <= 12; bits++) {
                        all.add(new SortCase(device, new SortPolicy(Kernels.BLOCK, bits, blocks, 0, 0)));
                        for (int tile = 0; bits <= 8 && tile < 9; tile++) {
                            all.add(new SortCase(device, new SortPolicy(
                                    Kernels.WORK_GROUP, bits, blocks, 64 << tile / 3, 4 << tile % 3)));
                        }
                    }
                }
            }
        }
        return all;
    }

    private static List<String> distributions(KeyType type) {
        Set<String> names = KeyInputs.of(type).keySet();
        return Stream.concat(Stream.of(UNIFORM), names.stream()).toList();
    }

    /** Lengths: mostly short ones, often the size of a tile, a block or a plan, or one more or less. */
    private static Arbitrary<Integer> lengths(int most) {
        Integer[] edges = IntStream.rangeClosed(4, 31 - Integer.numberOfLeadingZeros(most))
                .flatMap(log -> IntStream.rangeClosed(-1, 1).map(edge -> (1 << log) + edge))
                .filter(n -> n <= most)
                .boxed()
                .toArray(Integer[]::new);
        return Arbitraries.frequencyOf(
                Tuple.of(6, Arbitraries.integers().between(0, 300)),
                Tuple.of(3, Arbitraries.of(edges)),
                Tuple.of(1, Arbitraries.integers().between(0, most)));
    }

    private static Arbitrary<Order> orders(KeyType type) {
        Arbitrary<Integer> bit = Arbitraries.integers().between(0, type.bits());
        return Combinators.combine(Arbitraries.of(true, false), Arbitraries.of(true, false), bit, bit)
                .as((descending, allBits, one, other) -> {
                    Order direction = descending ? Order.DESCENDING : Order.ASCENDING;
                    return direction.bits(
                            allBits ? 0 : Math.min(one, other), allBits ? Order.ALL_BITS : Math.max(one, other));
                });
    }
}
