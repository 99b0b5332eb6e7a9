package io.github.tornadosort.bench.host;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.Sorter;
import java.util.SplittableRandom;

/**
 * A program that calls one operation a few times in a fresh JVM, each time on new keys. Prints how many nanoseconds each call took.
 * The calls are made without lambda expressions, since the first one of a JVM takes some 20 ms.
 */
public final class FirstCalls {
    /** After this time, no further call is made. */
    private static final long MAX_NANOS = 20_000_000_000L;

    private FirstCalls() {}

    /** @param args the contender, the operation, the type of the keys, the number of keys, and the number of calls */
    public static void main(String[] args) {
        boolean ours = args[0].equals("tornado-sort");
        KeyType type = KeyType.of(args[2]);
        int n = Integer.parseInt(args[3]);
        long[] nanos = new long[Integer.parseInt(args[4])];
        PlainJava plain = new PlainJava(args[0].equals("parallelSort"));
        // Not closed: the process exits.
        Sorter sorter = ours ? Sorter.open() : null;
        SplittableRandom random = new SplittableRandom(1);
        long begin = System.nanoTime();
        int calls = 0;
        while (calls < nanos.length && System.nanoTime() - begin < MAX_NANOS) {
            CallInput input = CallInput.of(args[1], type, n, random);
            long start = System.nanoTime();
            Object result = ours ? SorterCall.call(sorter, args[1], input) : plain.call(args[1], input);
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
