package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each method of {@link DeprecatedSorts} does what the method of its group does. */
class DeprecatedSortsTest {
    /** Data that every order of every method changes. */
    private static final class Data {
        private final int[] keys = {4, 1, 5, 2, 3};
        private final int[] values = {0, 1, 2, 3, 4};
        private final String[] strings = {"c", "e", "b", "a", "b"};
        private final byte[] records = {4, 1, 5, 2, 3};
        private final Integer[] objects = {31, 12, 35, 11, 20};

        /** Returns an argument for each parameter. The first column holds the keys, the second one the values. */
        private List<Object> arguments(Class<?>... types) {
            Map<Class<?>, Object> byType = Map.ofEntries(
                    Map.entry(int[].class, new int[] {0, 2, 5}),
                    Map.entry(long[].class, new long[] {0, 2, 5}),
                    Map.entry(int.class, 2),
                    Map.entry(SortOptions.class, SortOptions.descending()),
                    Map.entry(Strings.class, Strings.of(strings)),
                    Map.entry(Records.class, Records.of(records, 1, 0, 1)),
                    Map.entry(Object[].class, objects),
                    Map.entry(Function.class, (Function<Object, String>) Object::toString),
                    Map.entry(ToLongFunction.class, (ToLongFunction<Integer>) object -> object / 10),
                    Map.entry(ToDoubleFunction.class, (ToDoubleFunction<Integer>) object -> object / 10.0),
                    Map.entry(Comparator.class, Comparator.<Integer>reverseOrder()));
            List<Object> arguments = new ArrayList<>();
            for (Class<?> type : types) {
                Column column = Column.of(arguments.isEmpty() ? keys : values);
                arguments.add(type == Column.class ? column : byType.get(type));
            }
            return arguments;
        }

        private List<Object> all() {
            return List.of(keys, values, strings, records, objects);
        }
    }

    static List<Method> methods() {
        return Arrays.stream(DeprecatedSorts.class.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .sorted(Comparator.comparing(Method::toString))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("methods")
    void doesWhatTheGroupDoes(Method method) throws ReflectiveOperationException {
        Data before = new Data();
        Data now = new Data();
        try (Sorter sorter = Sorter.open()) {
            Object expected = callGroup(sorter, method, now);
            Object result = method.invoke(sorter, before.arguments(method.getParameterTypes()).toArray());
            assertThat(comparable(result)).isEqualTo(comparable(expected));
        }
        assertThat(before.all()).usingRecursiveComparison().isEqualTo(now.all());
        boolean changes = method.getReturnType() == SortStats.class;
        assertThat(Arrays.deepEquals(now.all().toArray(), new Data().all().toArray())).isEqualTo(!changes);
    }

    private static Object callGroup(Sorter sorter, Method method, Data data) throws ReflectiveOperationException {
        List<Class<?>> types = new ArrayList<>(List.of(method.getParameterTypes()));
        List<Object> arguments = data.arguments(method.getParameterTypes());
        Object group = switch (arguments.getFirst()) {
            case Strings _ -> sorter.strings();
            case Records _ -> sorter.records();
            default -> sorter.objects();
        };
        String name = method.getName();
        if (name.equals("sortSegments")) {
            int offsets = Math.max(types.indexOf(int[].class), types.indexOf(long[].class));
            group = Sorter.class.getMethod("segments", types.remove(offsets)).invoke(sorter, arguments.remove(offsets));
            name = "sort";
        }
        return group.getClass().getMethod(name, types.toArray(Class[]::new)).invoke(group, arguments.toArray());
    }

    /** Returns what of a result can be compared with {@code equals}. */
    private static List<?> comparable(Object result) {
        return switch (result) {
            case SortStats stats -> List.of(stats.keys(), stats.reason());
            case int[] indices -> list(indices);
            case Column ranks -> list(ranks.toIntArray());
            case Strings strings -> List.of(strings.array());
            case TopStrings top -> List.of(List.of(top.strings().array()), list(top.indices()));
            default -> throw new IllegalArgumentException(result.getClass().getName());
        };
    }

    private static List<Integer> list(int[] array) {
        return Arrays.stream(array).boxed().toList();
    }
}
