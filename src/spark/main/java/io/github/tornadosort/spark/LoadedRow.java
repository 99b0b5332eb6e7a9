package io.github.tornadosort.spark;

import org.apache.spark.util.collection.unsafe.sort.UnsafeSorterIterator;

/** Rows of which one at a time is loaded. */
abstract class LoadedRow extends UnsafeSorterIterator {
    Object base;
    long offset;
    int length;
    long prefix;

    @Override
    public Object getBaseObject() {
        return base;
    }

    @Override
    public long getBaseOffset() {
        return offset;
    }

    @Override
    public int getRecordLength() {
        return length;
    }

    @Override
    public long getKeyPrefix() {
        return prefix;
    }

    @Override
    public int getNumRecords() {
        throw new UnsupportedOperationException();
    }

    @Override
    public long getCurrentPageNumber() {
        throw new UnsupportedOperationException();
    }
}
