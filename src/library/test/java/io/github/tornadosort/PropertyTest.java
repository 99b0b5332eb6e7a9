package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.conformance.KeyData;
import io.github.tornadosort.conformance.Operation;
import java.util.Arrays;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Compares sorts of any keys, with any order, with {@link Arrays} and with the stable reference. */
class PropertyTest {
    private static Sorter sorter;

    @BeforeContainer
    static void open() {
        sorter = Sorter.open();
    }

    @AfterContainer
    static void close() {
        sorter.close();
    }

    @Property(tries = 300)
    void intsAreSortedLikeArraysSort(@ForAll int[] keys) {
        int[] expected = keys.clone();
        Arrays.sort(expected);
        sorter.sort(keys);
        assertThat(keys).isEqualTo(expected);
    }

    @Property(tries = 300)
    void doublesAreSortedLikeArraysSort(@ForAll double[] keys) {
        double[] expected = keys.clone();
        Arrays.sort(expected);
        sorter.sort(keys);
        assertThat(bits(keys)).isEqualTo(bits(expected));
    }

    @Property(tries = 300)
    void floatsAreSortedLikeArraysSort(@ForAll float[] keys) {
        float[] expected = keys.clone();
        Arrays.sort(expected);
        sorter.sort(keys);
        assertThat(keys).usingElementComparator(Float::compare).isEqualTo(expected);
    }

    private static long[] bits(double[] keys) {
        return Arrays.stream(keys).mapToLong(Double::doubleToRawLongBits).toArray();
    }

    @Provide
    Arbitrary<Order> order() {
        return Arbitraries.of(true, false)
                .map(down -> down ? Order.DESCENDING : Order.ASCENDING);
    }

    /** Few distinct keys among many: equal keys must keep their order. */
    @Property(tries = 400)
    void everyOperationEqualsTheReference(
            @ForAll KeyType type,
            @ForAll Operation operation,
            @ForAll("order") Order order,
            @ForAll @Size(max = 200) long[] bits,
            @ForAll boolean fewDistinct) {
        long[] keys = fewDistinct && bits.length > 0
                ? IntStream.range(0, bits.length * 3).mapToLong(i -> bits[i * 7 % bits.length % 5 % bits.length]).toArray()
                : bits;
        operation.check(sorter, KeyData.ofBits(type, keys), order, operation + " of " + type);
    }

    @Property(tries = 200)
    void someBitsEqualTheReference(
            @ForAll KeyType type, @ForAll @Size(max = 100) long[] bits, @ForAll int one, @ForAll int other) {
        int low = Math.floorMod(Math.min(one, other), type.bits() + 1);
        int high = Math.floorMod(Math.max(one, other), type.bits() + 1);
        Order order =
                Order.ASCENDING.bits(Math.min(low, high), Math.max(low, high));
        Operation.ARGSORT.check(sorter, KeyData.ofBits(type, bits), order, order + " of " + type);
    }
}
