package io.github.tornadosort.internal.device;

import io.github.tornadosort.Column;
import io.github.tornadosort.internal.plan.SortPlan;
import java.lang.foreign.MemorySegment;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** Loads the keys of a column into a plan. */
public record ColumnLoader(Column keys) implements SortPlan.Loader {
    @Override
    public void load(int first, int end, TornadoNativeArray to, int at) {
        new KeyCodec(keys, to).load(first, end, at);
    }

    @Override
    public MemorySegment source() {
        return keys.segment();
    }
}
