package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@link ArraySorts} has the same methods for every primitive type. */
class ArraySortsTest {
    /** In one order in every JVM. */
    private static Stream<Method> methodsOfArrays() {
        return Arrays.stream(ArraySorts.class.getMethods())
                .filter(method -> method.getDeclaringClass() == ArraySorts.class)
                .filter(method -> method.getParameterTypes()[0].isArray())
                .sorted(Comparator.comparing(Method::toString));
    }

    /** Descending if the method takes an order. That sort runs on the device, the other one on the host. */
    @ParameterizedTest
    @MethodSource("methodsOfArrays")
    void everyMethodSortsItsRange(Method method) throws ReflectiveOperationException {
        Class<?> type = method.getParameterTypes()[0].getComponentType();
        int n = 60;
        Object keys = Array.newInstance(type, n);
        for (int i = 0; i < n; i++) {
            set(keys, i, i * 37 % 23 - (type == char.class ? 0 : 11));
        }
        List<?> unsorted = IntStream.range(0, n).mapToObj(i -> Array.get(keys, i)).toList();
        boolean ranged = List.of(method.getParameterTypes()).contains(int.class);
        boolean ordered = List.of(method.getParameterTypes()).contains(Order.class);
        int from = ranged ? 5 : 0;
        int to = ranged ? 50 : n;
        Object[] arguments = Stream.of(
                Stream.of(keys),
                ranged ? Stream.of(from, to) : Stream.empty(),
                ordered ? Stream.of(Order.DESCENDING) : Stream.empty())
                .flatMap(part -> part)
                .toArray();
        Comparator<Integer> order = (i, j) -> compare(unsorted.get(i), unsorted.get(j));
        int[] indices = IntStream.range(from, to)
                .boxed()
                .sorted(ordered ? order.reversed() : order)
                .mapToInt(i -> i)
                .toArray();

        try (Sorter sorter = ordered ? Sorter.builder().onDevice().open() : Sorter.open()) {
            Object result = method.invoke(sorter, arguments);
            assertThat(((SortStats) result).keys()).isEqualTo(to - from);
            assertThat(((SortStats) result).reason()).isEqualTo(ordered ? SortStats.Reason.DEVICE : SortStats.Reason.HOST);
            for (int i = 0; i < n; i++) {
                int source = i < from || i >= to ? i : indices[i - from];
                assertThat(Array.get(keys, i)).isEqualTo(unsorted.get(source));
            }
        }
    }

    private static void set(Object keys, int index, int value) {
        switch (keys) {
            case byte[] bytes -> bytes[index] = (byte) value;
            case short[] shorts -> shorts[index] = (short) value;
            case char[] chars -> chars[index] = (char) value;
            case int[] ints -> ints[index] = value;
            case long[] longs -> longs[index] = value;
            case float[] floats -> floats[index] = value;
            case double[] doubles -> doubles[index] = value;
            default -> throw new IllegalArgumentException(keys.getClass().getName());
        }
    }

    @SuppressWarnings("unchecked")
    private static int compare(Object a, Object b) {
        return ((Comparable<Object>) a).compareTo(b);
    }
}
