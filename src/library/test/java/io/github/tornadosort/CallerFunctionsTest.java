package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.reference.KeyData;
import io.github.tornadosort.reference.Operation;
import io.github.tornadosort.testing.OtherJvm;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Stable operations, and functions of the caller that throw whatever they like, with common pools of several sizes. Other JVMs
 * run them, since a pool's size is fixed when the JVM starts.
 */
class CallerFunctionsTest {
    private static final int SECONDS = 240;

    private static List<String> run(int pool, int millis) throws Exception {
        String flag = "-Djava.util.concurrent.ForkJoinPool.common.parallelism=" + pool;
        return OtherJvm.run(SECONDS + millis / 1000, List.of("-Xmx1g", flag), Fuzzer.class, millis);
    }

    /** Pools of 0 and 1 thread have one and two threads with the caller's. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 8, 15})
    void anyPoolIsRight(int pool) throws Exception {
        assertThat(run(pool, 400)).containsExactly("all are right");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 15})
    @Tag("soak")
    void anyPoolIsRightForMinutes(int pool) throws Exception {
        assertThat(run(pool, 150_000)).containsExactly("all are right");
    }

    /** A sort by a comparator alone, since all prefixes are equal. */
    @Test
    void aCheckedExceptionOfAComparatorIsThrownUnchanged() {
        IOException planted = new IOException("planted");
        Integer[] array = IntStream.range(0, 100_000).boxed().toArray(Integer[]::new);
        try (Sorter sorter = Sorter.open()) {
            assertThatThrownBy(() -> sorter.objects().sort(array, _ -> 0, (a, b) -> {
                if (a == 70_000 || b == 70_000) {
                    throw CallerFunctionsTest.<RuntimeException>sneaky(planted);
                }
                return b - a;
            })).isSameAs(planted);
        }
        assertThat(array).isSorted();
    }

    /** Throws any exception, as a language without checked exceptions does. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <X extends Throwable> X sneaky(Throwable planted) throws X {
        throw (X) planted;
    }

    /** The program of the other JVM. */
    static final class Fuzzer {
        private record Item(int place, int key, String name) {}

        private final Sorter sorter;
        private final SplittableRandom random = new SplittableRandom();

        private Fuzzer(Sorter sorter) {
            this.sorter = sorter;
        }

        /** @param args the time for random calls, in milliseconds */
        public static void main(String... args) {
            if (Loop.threads() != 1 + Integer.getInteger("java.util.concurrent.ForkJoinPool.common.parallelism")) {
                throw new AssertionError("threads: " + Loop.threads());
            }
            try (Sorter sorter = Sorter.open()) {
                Fuzzer fuzzer = new Fuzzer(sorter);
                for (Operation operation : Operation.values()) {
                    Column keys = KeyData.ofValues(KeyType.INT32, fuzzer.random.ints(20_000, 0, 5).toArray());
                    operation.check(sorter, keys, Order.ASCENDING, "few values");
                }
                fuzzer.checkRows(50_000);
                for (int call = 0; call < 5; call++) {
                    fuzzer.checkObjects(call, fuzzer.items(40_000 << call % 2));
                }
                long end = System.nanoTime() + Integer.parseInt(args[0]) * 1_000_000L;
                while (System.nanoTime() < end) {
                    fuzzer.plant(fuzzer.random.nextInt(6), 1 + fuzzer.random.nextInt(1 << fuzzer.random.nextInt(18)));
                }
            }
            System.out.println("all are right");
        }

        private Item[] items(int n) {
            int values = 1 + random.nextInt(1 << random.nextInt(20));
            return IntStream.range(0, n)
                    .mapToObj(i -> new Item(i, random.nextInt(values), Integer.toString(random.nextInt(values), 36)))
                    .toArray(Item[]::new);
        }

        /** Strings, records and segments with few values. */
        private void checkRows(int n) {
            byte[] keys = new byte[n];
            String[] strings = new String[n];
            for (int i = 0; i < n; i++) {
                keys[i] = (byte) random.nextInt(4);
                strings[i] = "a prefix of some length " + keys[i];
            }
            int[] expected = IntStream.range(0, n).boxed()
                    .sorted(Comparator.comparingInt(i -> keys[i]))
                    .mapToInt(i -> i)
                    .toArray();
            requireEqual(sorter.strings().argsort(Strings.of(strings)), expected, "strings");
            requireEqual(sorter.records().argsort(Records.of(keys, 1, 0, 1)), expected, "records");
            int[] rows = IntStream.range(0, n).toArray();
            sorter.segments(new int[] {0, n}).sort(Column.of(keys), Order.ASCENDING, Column.of(rows));
            requireEqual(rows, expected, "segments");
        }

        private static void requireEqual(int[] found, int[] expected, String what) {
            if (!Arrays.equals(found, expected)) {
                throw new AssertionError("wrong order of " + what);
            }
        }

        private void checkObjects(int call, Item[] items) {
            Comparator<Item> byName = Comparator.comparing(Item::name);
            Comparator<Item> byKey = Comparator.comparingInt(Item::key);
            AtomicInteger never = new AtomicInteger(Integer.MAX_VALUE);
            switch (call) {
                case 0 -> check(items, call, never, byName);
                case 1, 2 -> check(items, call, never, byKey);
                case 3 -> check(items, call, never, byName);
                default -> check(items, call, never, byKey.reversed());
            }
        }

        private void check(Item[] items, int call, AtomicInteger countdown, Comparator<Item> order) {
            Item[] expected = items.clone();
            Arrays.sort(expected, order);
            Item[] sorted = items.clone();
            call(call, sorted, countdown, null);
            int wrong = Arrays.mismatch(sorted, expected);
            if (wrong >= 0) {
                throw new AssertionError("call " + call + " of " + items.length + ": " + wrong);
            }
        }

        /** Sorts; when the countdown is over, a function throws what is planted. */
        private void call(int call, Item[] items, AtomicInteger countdown, Throwable planted) {
            ObjectSorts objects = sorter.objects();
            switch (call) {
                case 0 -> objects.sortBy(items, item -> pass(item, countdown, planted).name());
                case 1 -> objects.sortByLong(items, item -> pass(item, countdown, planted).key());
                case 2 -> objects.sortByDouble(items, item -> pass(item, countdown, planted).key());
                case 3 -> objects.sort(items, _ -> 0, (a, b) -> pass(a, countdown, planted).name().compareTo(b.name()));
                case 4 -> objects.sort(
                        items, item -> -item.key() >> 2, (a, b) -> b.key() - pass(a, countdown, planted).key());
                default -> {
                    int[] keys = Arrays.stream(items).mapToInt(Item::key).toArray();
                    KeySink sink = (_, _) -> pass(items[0], countdown, planted);
                    sorter.sortTo(Column.of(keys), Order.ASCENDING, sink);
                }
            }
        }

        private static Item pass(Item item, AtomicInteger countdown, Throwable planted) {
            if (countdown.getAndDecrement() == 0) {
                throw CallerFunctionsTest.<RuntimeException>sneaky(planted);
            }
            return item;
        }

        private void plant(int call, int n) {
            Item[] items = items(n);
            Item[] array = items.clone();
            Throwable planted = List.<Throwable>of(
                    new IOException(), new InterruptedException(), new IllegalStateException(), new AssertionError(),
                    new OutOfMemoryError(), new Throwable("planted"), new ArrayIndexOutOfBoundsException())
                    .get(random.nextInt(7));
            AtomicInteger countdown = new AtomicInteger(random.nextInt(1 << random.nextInt(22)));
            boolean interrupted = random.nextInt(4) == 0;
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            Throwable thrown = null;
            try {
                call(call, array, countdown, planted);
            } catch (Throwable e) {
                thrown = e;
            }
            if (Thread.interrupted() != interrupted) {
                throw new AssertionError("the interrupt flag has changed");
            }
            if (thrown != (countdown.get() < 0 ? planted : null)) {
                throw new AssertionError("call " + call + " threw another exception than the function", thrown);
            }
            if (thrown != null && Arrays.mismatch(array, items) >= 0) {
                throw new AssertionError("call " + call + " has changed the array");
            }
            Consumer<Item[]> next = random.nextInt(8) == 0 ? some -> checkObjects(random.nextInt(5), some) : _ -> {};
            next.accept(items);
        }
    }
}
