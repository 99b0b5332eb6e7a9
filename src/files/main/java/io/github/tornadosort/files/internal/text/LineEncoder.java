package io.github.tornadosort.files.internal.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.github.tornadosort.files.internal.table.DecimalText;
import io.github.tornadosort.files.internal.table.EncodedKeys;
import io.github.tornadosort.files.internal.table.RowFormat;
import io.github.tornadosort.files.internal.table.TableException;
import java.util.List;
import java.util.Locale;

/** Encodes the keys of lines as byte strings that have the order of the lines, or the opposite order if that is reversed. */
final class LineEncoder implements RowFormat.Encoder {
    private static final String MONTHS = "JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC";
    private static final int MONTH_LETTERS = 3;

    private final LineFormat format;
    /** None if lines are their own keys. */
    private final List<LineKey> keys;
    /** Whether the line follows its keys. */
    private final boolean hasTies;
    private final boolean isReversed;
    private final DecimalText number = new DecimalText();
    /** The bytes of a key that are compared, if some are left out or changed. */
    private byte[] changed = {};

    LineEncoder(LineFormat format) {
        this.format = format;
        this.keys = format.areRowsKeys() ? List.of() : format.keys();
        this.hasTies = format.hasTies();
        this.isReversed = format.isReversed();
    }

    @Override
    public int encode(byte[] text, int line, int end, EncodedKeys target) throws TableException {
        int to = line;
        while (text[to] != format.end()) {
            to++;
        }
        for (int key = 0; key < keys.size(); key++) {
            LineKey of = keys.get(key);
            int start = of.start(text, line, to, format.separator());
            int stop = Math.max(start, of.end(text, line, to, format.separator()));
            byte[] encoded = target.withRoom(mostBytes(of.ordering().type(), stop - start), line);
            boolean isInverted = of.ordering().descending() != isReversed;
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

    private static long mostBytes(char type, long length) {
        return switch (type) {
            case 'V' -> VersionText.mostBytes(length);
            case 'n', 'g', 'h' -> DecimalText.mostBytes(length);
            default -> 2 * length + 1;
        };
    }

    private int encode(Ordering ordering, byte[] text, int from, int to, boolean ended, byte[] target, int at) {
        byte[] source = text;
        int start = from;
        int stop = to;
        if (ordering.isChanged()) {
            stop = change(ordering, text, from, to);
            start = 0;
            source = changed;
        }
        return switch (ordering.type()) {
            case 'n' -> number.encodeNumeric(source, LineKey.skipBlanks(source, start, stop), stop, target, at);
            case 'g' -> number.encodeGeneral(source, start, stop, target, at);
            case 'h' -> number.encodeHuman(source, LineKey.skipBlanks(source, start, stop), stop, target, at);
            case 'M' -> {
                target[at] = month(source, start, stop);
                yield at + 1;
            }
            case 'V' -> VersionText.encode(source, start, stop, target, at);
            default -> EncodedKeys.bytes(source, start, stop, ended, target, at);
        };
    }

    /** Returns the number of the month that a key begins with, or 0. */
    private static byte month(byte[] source, int from, int to) {
        int start = LineKey.skipBlanks(source, from, to);
        String letters = new String(source, start, Math.min(to - start, MONTH_LETTERS), ISO_8859_1).toUpperCase(Locale.ROOT);
        int found = letters.length() < MONTH_LETTERS ? -1 : MONTHS.indexOf(letters);
        return (byte) (found % MONTH_LETTERS == 0 ? found / MONTH_LETTERS + 1 : 0);
    }

    /** Copies the bytes of a key that are compared, as upper case letters if case is ignored. Returns their number. */
    private int change(Ordering ordering, byte[] text, int from, int to) {
        if (changed.length < text.length) {
            changed = new byte[text.length];
        }
        int kept = 0;
        for (int i = from; i < to; i++) {
            if (!ordering.ignores(text[i])) {
                changed[kept++] = ordering.fold() ? upper(text[i]) : text[i];
            }
        }
        return kept;
    }

    private static byte upper(byte value) {
        return value >= 'a' && value <= 'z' ? (byte) (value - 'a' + 'A') : value;
    }
}
