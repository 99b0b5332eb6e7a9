package io.github.tornadosort.bench.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.Sorter;

/** This library, or an older one: {@link OlderLibrary} links this class with it. */
final class LibrarySorts implements Sorts {
    private final Sorter sorter = Sorter.open();

    @Override
    public void sort(Object keys) {
        switch (keys) {
            case byte[] array -> sorter.sort(array);
            case short[] array -> sorter.sort(array);
            case char[] array -> sorter.sort(array);
            case int[] array -> sorter.sort(array);
            case long[] array -> sorter.sort(array);
            case float[] array -> sorter.sort(array);
            default -> sorter.sort((double[]) keys);
        }
    }

    @Override
    public void pairs(Object keys, Object values) {
        sorter.sort(column(keys), column(values));
    }

    @Override
    public int[] argsort(Object keys) {
        return sorter.argsort(column(keys));
    }

    private static Column column(Object array) {
        return switch (array) {
            case int[] ints -> Column.of(ints);
            case long[] longs -> Column.of(longs);
            case float[] floats -> Column.of(floats);
            default -> Column.of((double[]) array);
        };
    }

    @Override
    public void close() {
        sorter.close();
    }
}
