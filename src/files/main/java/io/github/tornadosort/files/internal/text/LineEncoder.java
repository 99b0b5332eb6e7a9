package io.github.tornadosort.files.internal.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.github.tornadosort.files.internal.io.ByteSearch;
import io.github.tornadosort.files.internal.table.EncodedKeys;
import io.github.tornadosort.files.internal.table.RowEncoder;
import io.github.tornadosort.files.internal.table.TableException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/** Encodes the keys of lines as byte strings that have the order of the lines. */
final class LineEncoder implements RowEncoder {
    private static final String MONTHS = "JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC";
    private static final int MONTH_LETTERS = 3;

    private final MemorySegment text;
    private final long end;
    private final LineOrder order;
    /** None if lines are their own keys. */
    private final List<LineKey> keys;
    private final long ends;
    private final NumberPrefix number = new NumberPrefix();
    private long next;
    /** The bytes of a key that are compared, if some are left out or changed. */
    private byte[] bytes = {};

    private MemorySegment changed = MemorySegment.NULL;
    /** The encoded keys of all lines, and their end. */
    private byte[] encoded;

    private int length;

    /** @param end the end of the last line in the text */
    LineEncoder(MemorySegment text, long end, LineFormat format) {
        this.text = text;
        this.end = end;
        this.order = format.order();
        this.keys = format.areKeys() ? List.of() : order.keys();
        this.ends = ByteSearch.repeated(order.end());
    }

    @Override
    public void moveTo(long line) {
        next = line;
    }

    @Override
    public long position() {
        return next;
    }

    @Override
    public void encode(EncodedKeys to) throws TableException {
        encoded = to.bytes();
        length = to.size();
        encodeLine(to);
        to.setSize(length);
    }

    private void encodeLine(EncodedKeys target) throws TableException {
        long from = next;
        long to = ByteSearch.next(text, from, end, ends);
        next = to + 1;
        for (int key = 0; key < keys.size(); key++) {
            LineKey of = keys.get(key);
            long start = order.start(of, text, from, to);
            long stop = Math.max(start, order.end(of, text, from, to));
            makeRoom(target, from, stop - start);
            int before = length;
            encode(target, of.ordering(), start, stop, key + 1 < keys.size() || of.ordering().descending());
            for (int i = before; of.ordering().descending() && i < length; i++) {
                encoded[i] = (byte) ~encoded[i];
            }
        }
    }

    private void makeRoom(EncodedKeys target, long line, long bytes) throws TableException {
        target.setSize(length);
        if (!target.makeRoom(Math.max(VersionText.mostBytes(bytes), NumberPrefix.mostBytes(bytes)))) {
            throw new TableException(line, TableException.ROW, "the keys of this line are too long to sort by");
        }
        encoded = target.bytes();
    }

    private void encode(EncodedKeys target, Ordering ordering, long from, long to, boolean ended) {
        MemorySegment source = text;
        long start = from;
        long stop = to;
        if (ordering.fold() || ordering.ignored() != Ordering.Ignored.NOTHING) {
            stop = change(ordering, from, to);
            start = 0;
            source = changed;
        }
        if (ordering.type() == Ordering.Type.BYTES) {
            length = (int) EncodedKeys.bytes(source, start, stop, ended, (byte) 0, target.memory(), length);
        } else {
            encode(target.memory(), ordering.type(), source, start, stop);
        }
    }

    private void encode(MemorySegment target, Ordering.Type type, MemorySegment source, long from, long to) {
        switch (type) {
            case NUMERIC -> length = (int) number.encodeNumeric(source, from, to, target, length);
            case GENERAL -> length = (int) number.encodeGeneral(source, from, to, target, length);
            case HUMAN -> length = (int) number.encodeHuman(source, from, to, target, length);
            case MONTH -> encoded[length++] = month(source, from, to);
            case VERSION -> length = VersionText.encode(source, from, to, encoded, length);
            case BYTES -> throw new IllegalArgumentException();
        }
    }

    private static byte month(MemorySegment source, long from, long to) {
        long start = LineOrder.skipBlanks(source, from, to);
        if (to - start < MONTH_LETTERS) {
            return 0;
        }
        byte[] letters = source.asSlice(start, MONTH_LETTERS).toArray(ValueLayout.JAVA_BYTE);
        for (int i = 0; i < letters.length; i++) {
            letters[i] = (byte) upper(letters[i]);
        }
        int found = MONTHS.indexOf(new String(letters, ISO_8859_1));
        return (byte) (found % MONTH_LETTERS == 0 ? found / MONTH_LETTERS + 1 : 0);
    }

    /** Copies the bytes of a key that are compared, as upper case letters if case is ignored. Returns their number. */
    private int change(Ordering ordering, long from, long to) {
        int count = (int) (to - from);
        if (bytes.length < count + Long.BYTES) {
            bytes = new byte[2 * count + Long.BYTES];
            changed = MemorySegment.ofArray(bytes);
        }
        MemorySegment.copy(text, ValueLayout.JAVA_BYTE, from, bytes, 0, count);
        int kept = 0;
        for (int i = 0; i < count; i++) {
            byte value = bytes[i];
            if (!ordering.ignored().has(Byte.toUnsignedInt(value))) {
                bytes[kept++] = (byte) (ordering.fold() ? upper(value) : value);
            }
        }
        return kept;
    }

    private static int upper(int value) {
        return value >= 'a' && value <= 'z' ? value - 'a' + 'A' : value;
    }
}
