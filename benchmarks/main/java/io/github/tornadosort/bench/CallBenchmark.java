package io.github.tornadosort.bench;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What JMH times: one contender's calls of one operation, each on new keys. An invocation makes {@code copies} calls, since a
 * single one may take less than the clock can tell. The first call includes what the contender needs to begin.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
public class CallBenchmark {
    /** A name of {@link Calls#of}. */
    @Param("tornado-sort")
    public String contender;

    /** An operation of {@link Input}. */
    @Param("sort")
    public String operation;

    /** The type of the keys. */
    @Param("int32")
    public String type;

    /** The number of keys of a call. */
    @Param("1000000")
    public int n;

    /** A specification for {@link Distribution#of}. */
    @Param("uniform")
    public String distribution;

    /** The number of calls of an invocation. */
    @Param("1")
    public int copies;

    private Input[] inputs;
    private Column keys;
    private long seed;
    private Calls calls;

    /** Allocates the arrays of all calls. */
    @Setup(Level.Trial)
    public void allocate() {
        KeyType keyType = KeyType.of(type);
        keys = Column.allocate(keyType, n);
        inputs = new Input[copies];
        Arrays.setAll(inputs, _ -> new Input(operation, keyType, n));
    }

    /** Gives each call new keys. */
    @Setup(Level.Invocation)
    public void fill() {
        for (Input input : inputs) {
            Distribution.of(distribution).fill(keys, ++seed);
            input.fill(keys);
        }
    }

    /** Makes the calls. */
    @Benchmark
    public void call(Blackhole results) {
        if (calls == null) {
            calls = Calls.of(contender);
        }
        for (Input input : inputs) {
            results.consume(calls.call(input));
        }
    }

    /** Verifies a result after the last measurement. */
    @TearDown(Level.Trial)
    public void verify() {
        verify(calls);
        calls.close();
    }

    /**
     * Compares a result with that of the JDK alone, where it has the operation.
     *
     * @throws IllegalStateException if they differ
     */
    void verify(Calls way) {
        fill();
        Input same = new Input(operation, keys.type(), n);
        same.fill(keys);
        Object expected = new PlainJava().call(same);
        if (expected != null && Input.digest(expected) != Input.digest(way.call(inputs[copies - 1]))) {
            throw new IllegalStateException("the result of " + contender + " differs from that of the JDK");
        }
    }
}
