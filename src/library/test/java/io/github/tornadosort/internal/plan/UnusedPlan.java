package io.github.tornadosort.internal.plan;

import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** A plan whose methods throw an exception unless a test overrides them. */
public abstract class UnusedPlan implements SortPlan {
    @Override
    public TornadoNativeArray keys() {
        throw new UnsupportedOperationException();
    }

    @Override
    public IntArray values() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Outcome run(int n, WordOrder order) {
        throw new UnsupportedOperationException();
    }

    @Override
    public TornadoNativeArray sortedKeys(Outcome outcome, int n) {
        throw new UnsupportedOperationException();
    }

    @Override
    public IntArray sortedValues(Outcome outcome, int n) {
        throw new UnsupportedOperationException();
    }
}
