package io.github.tornadosort.files.internal.table;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.files.internal.runs.KeyedRows;
import java.lang.foreign.MemorySegment;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class EncodedKeysTest {
    private static final String TOO_LONG = "the keys of this row are too long to sort by";

    @Test
    void keysLongerThanAnArrayAreRefused() {
        List<RecordFormat.Range> keys = Collections.nCopies(4, new RecordFormat.Range(0, 1 << 30));

        assertThatThrownBy(() -> new EncodedKeys().withRoom(Integer.MAX_VALUE, 0)).hasMessage(TOO_LONG);
        // The length of these keys is 0 as an int.
        assertThatThrownBy(() -> new RecordFormat(1 << 30, keys, false).encoder()
                .encode(new byte[Long.BYTES], 0, Long.BYTES, new EncodedKeys())).hasMessage(TOO_LONG);
    }

    /** The rows before it are encoded. */
    @Test
    void namesTheRowThatIsNotAsExpected() {
        EncodedKeys keys = new EncodedKeys();
        MemorySegment text = MemorySegment.ofArray("xxa\nb\nc\n".getBytes(ISO_8859_1));

        keys.encode((_, row, _, _) -> {
            if (row == 4) {
                throw TableException.ofRow(row, "wrong");
            }
            return row + 2;
        }, KeyedRows.KEYED, text, 2, text.byteSize());

        assertThat(keys.rows()).isEqualTo(2);
        assertThatThrownBy(keys::requireAll)
                .isInstanceOfSatisfying(TableException.class, e -> assertThat(e.offset).isEqualTo(6));
    }
}
