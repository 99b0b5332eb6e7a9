package io.github.tornadosort.spark;

import java.util.Iterator;

/** Packs rows of bytes. */
final class RowPacker<T> extends BlockPacker<T> {
    private final RowCodec<T> codec;
    private final RowFormat format;
    private final Splitters splitters;
    private final RowBuffer row = new RowBuffer();
    private final int[] used;

    RowPacker(Iterator<T> input, int partition, Splitters splitters, RowCodec<T> codec) {
        super(input, partition, splitters.outputs());
        this.codec = codec;
        this.format = codec.format();
        this.splitters = splitters;
        this.used = new int[splitters.outputs()];
    }

    @Override
    void add(T element) {
        codec.write(element, row);
        int key = format.keyFrom(row.bytes(), 0);
        int output = splitters.target(row.bytes(), key, key + format.keyLength(row.bytes(), 0), partition());
        if (block(output) != null && row.length() > block(output).length - used[output]) {
            send(output);
        }
        if (block(output) == null) {
            open(output, Math.max(blockBytes(), Math.addExact(Block.HEADER, row.length())));
            used[output] = Block.HEADER;
        }
        System.arraycopy(row.bytes(), 0, block(output), used[output], row.length());
        used[output] += row.length();
        countRow(output);
    }

    @Override
    int close(byte[] block, int rowsInBlock, int output) {
        return used[output];
    }
}
