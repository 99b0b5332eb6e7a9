package io.github.tornadosort;

import io.github.tornadosort.reference.KeyData;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;

/** The inputs of {@link IntData} as keys of every type, and special floats. */
public final class KeyInputs {
    private KeyInputs() {}

    /** Returns every input by name, as a function of its length. */
    public static Map<String, IntFunction<Column>> of(KeyType type) {
        Map<String, IntFunction<Column>> inputs = new LinkedHashMap<>();
        IntData.inputs().forEach((name, input) -> inputs.put(name, n -> KeyData.ofValues(type, input.apply(n))));
        for (int ands = 0; ands <= 15; ands += 3) {
            int times = ands;
            inputs.put("all bits, entropy " + ands, n -> {
                long[] bits = new SplittableRandom(times).longs(n).toArray();
                for (int k = 1; k <= times; k++) {
                    long[] more = new SplittableRandom(100 + k).longs(n).toArray();
                    for (int i = 0; i < n; i++) {
                        bits[i] &= more[i];
                    }
                }
                return KeyData.ofBits(type, bits);
            });
        }
        inputs.put("clusters", n -> {
            // Equal in most of their upper bits, different in the lowest ones, some of them equal.
            SplittableRandom random = new SplittableRandom(23);
            long[] bits = new long[n];
            for (int i = 0; i < n; i++) {
                bits[i] = (random.nextInt(5) * 0x0123456789ABCDEFL & ~0xffffL) | random.nextInt(1 + n / 2);
            }
            return KeyData.ofBits(type, bits);
        });
        if (type.isFloat()) {
            inputs.put("special numbers", n -> KeyData.specials(type, n, 17));
        }
        return inputs;
    }
}
