package io.github.tornadosort.files.internal.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.github.tornadosort.files.internal.table.EncodedKeys;
import io.github.tornadosort.files.internal.table.RowEncoder;
import io.github.tornadosort.files.internal.table.TableException;
import java.util.List;

/** Encodes the keys of lines as byte strings that have the order of the lines, or the opposite order if that is reversed. */
final class LineEncoder implements RowEncoder {
    private static final String MONTHS = "JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC";
    private static final int MONTH_LETTERS = 3;

    private final LineOrder order;
    /** None if lines are their own keys. */
    private final List<LineKey> keys;
    /** Whether the line follows its keys. */
    private final boolean hasTies;
    private final NumberPrefix number = new NumberPrefix();
    /** The bytes of a key that are compared, if some are left out or changed. */
    private byte[] changed = {};

    LineEncoder(LineOrder order) {
        this.order = order;
        this.keys = order.isOfWholeLines() ? List.of() : order.keys();
        this.hasTies = order.hasTies();
    }

    @Override
    public int encode(byte[] text, int line, int end, EncodedKeys target) throws TableException {
        int to = line;
        while (text[to] != order.end()) {
            to++;
        }
        for (int key = 0; key < keys.size(); key++) {
            LineKey of = keys.get(key);
            int start = order.start(of, text, line, to);
            int stop = Math.max(start, order.end(of, text, line, to));
            byte[] encoded = target.withRoom(
                    Math.max(VersionText.mostBytes(stop - start), NumberPrefix.mostBytes(stop - start)), line);
            boolean isInverted = of.ordering().descending() != order.isReversed();
            int from = target.size();
            int at = encode(of.ordering(), text, start, stop, hasTies || key + 1 < keys.size() || isInverted, encoded, from);
            if (isInverted) {
                EncodedKeys.invert(encoded, from, at);
            }
            target.setSize(at);
        }
        if (hasTies) {
            byte[] encoded = target.withRoom(to - line, line);
            target.setSize(EncodedKeys.bytes(text, line, to, false, encoded, target.size()));
        }
        return to + 1;
    }

    private int encode(Ordering ordering, byte[] text, int from, int to, boolean ended, byte[] target, int at) {
        byte[] source = text;
        int start = from;
        int stop = to;
        if (ordering.fold() || ordering.ignored() != Ordering.Ignored.NOTHING) {
            stop = change(ordering, text, from, to);
            start = 0;
            source = changed;
        }
        return switch (ordering.type()) {
            case BYTES -> EncodedKeys.bytes(source, start, stop, ended, target, at);
            case NUMERIC -> number.encodeNumeric(source, start, stop, target, at);
            case GENERAL -> number.encodeGeneral(source, start, stop, target, at);
            case HUMAN -> number.encodeHuman(source, start, stop, target, at);
            case MONTH -> {
                target[at] = month(source, start, stop);
                yield at + 1;
            }
            case VERSION -> VersionText.encode(source, start, stop, target, at);
        };
    }

    private static byte month(byte[] source, int from, int to) {
        int start = LineOrder.skipBlanks(source, from, to);
        if (to - start < MONTH_LETTERS) {
            return 0;
        }
        byte[] letters = new byte[MONTH_LETTERS];
        for (int i = 0; i < letters.length; i++) {
            letters[i] = (byte) upper(source[start + i]);
        }
        int found = MONTHS.indexOf(new String(letters, ISO_8859_1));
        return (byte) (found % MONTH_LETTERS == 0 ? found / MONTH_LETTERS + 1 : 0);
    }

    /** Copies the bytes of a key that are compared, as upper case letters if case is ignored. Returns their number. */
    private int change(Ordering ordering, byte[] text, int from, int to) {
        if (changed.length < to - from + Long.BYTES) {
            changed = new byte[Math.addExact(2 * (to - from), Long.BYTES)];
        }
        int kept = 0;
        for (int i = from; i < to; i++) {
            byte value = text[i];
            if (!ordering.ignored().has(Byte.toUnsignedInt(value))) {
                changed[kept++] = (byte) (ordering.fold() ? upper(value) : value);
            }
        }
        return kept;
    }

    private static int upper(int value) {
        return value >= 'a' && value <= 'z' ? value - 'a' + 'A' : value;
    }
}
