package io.github.tornadosort.bench.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;

/**
 * A program that calls one operation a few times in a fresh JVM, each time on new keys. Prints how many nanoseconds each call
 * took. The first one includes what the contender needs to begin, such as {@code Sorter.open()}. The calls are made without
 * lambda expressions, since the first one of a JVM takes some 20 ms.
 */
public final class FirstCalls {
    /** After this time, no further call is made. */
    private static final long MAX_NANOS = 20_000_000_000L;

    private FirstCalls() {}

    /** @param args the contender, the operation, the type of the keys, the number of keys, and the number of calls */
    public static void main(String[] args) {
        KeyType type = KeyType.of(args[2]);
        long[] nanos = new long[Integer.parseInt(args[4])];
        SplittableRandom random = new SplittableRandom(1);
        byte[] keys = new byte[Integer.parseInt(args[3]) * type.bytes()];
        Input input = new Input(args[1], type, Integer.parseInt(args[3]));
        Calls contender = null; // Not closed: the process exits.
        long begin = System.nanoTime();
        int calls = 0;
        while (calls < nanos.length && System.nanoTime() - begin < MAX_NANOS) {
            random.nextBytes(keys);
            input.fill(new Column(MemorySegment.ofArray(keys), type));
            long start = System.nanoTime();
            if (contender == null) {
                contender = HostContenders.calls(args[0]);
            }
            Object result = contender.call(input);
            nanos[calls++] = System.nanoTime() - start;
            if (result == null) {
                System.exit(1);
            }
        }
        for (int i = 0; i < calls; i++) {
            System.out.println(nanos[i]);
        }
    }
}
