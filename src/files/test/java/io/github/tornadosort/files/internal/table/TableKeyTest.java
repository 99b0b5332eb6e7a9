package io.github.tornadosort.files.internal.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.KeyType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TableKeyTest {
    private static final FieldType FLOAT64 = new FieldType(KeyType.FLOAT64);

    @Test
    void typeAndDirectionAreOptional() {
        assertThat(TableKey.of("price")).isEqualTo(new TableKey("price", null, false));
        assertThat(TableKey.of("price:float64")).isEqualTo(new TableKey("price", FLOAT64, false));
        assertThat(TableKey.of("price:descending")).isEqualTo(new TableKey("price", null, true));
        assertThat(TableKey.of("price:float64:descending")).isEqualTo(new TableKey("price", FLOAT64, true));
        assertThat(TableKey.of("price:text:ascending")).isEqualTo(new TableKey("price", FieldType.TEXT, false));
    }

    @Test
    void wordsHaveShortFormsAndAnyCase() {
        assertThat(TableKey.of("price:FLOAT64:Desc")).isEqualTo(new TableKey("price", FLOAT64, true));
        assertThat(TableKey.of("price:Text:ASC")).isEqualTo(new TableKey("price", FieldType.TEXT, false));
    }

    @Test
    void aNameMayContainColons() {
        assertThat(TableKey.of("at:12:30")).isEqualTo(new TableKey("at:12:30", null, false));
        assertThat(TableKey.of("a:descending:text:ascending"))
                .isEqualTo(new TableKey("a:descending", FieldType.TEXT, false));
        assertThat(TableKey.of("a:text:text")).isEqualTo(new TableKey("a:text", FieldType.TEXT, false));
        // The type comes before the direction.
        assertThat(TableKey.of("a:descending:text")).isEqualTo(new TableKey("a:descending", FieldType.TEXT, false));
    }

    @Test
    void aKeyMayHaveTheFormOfGnuSort() {
        assertThat(TableKey.of("2,2")).isEqualTo(new TableKey("2", FieldType.TEXT, false));
        assertThat(TableKey.of("2,2n")).isEqualTo(new TableKey("2", FieldType.DECIMAL, false));
        assertThat(TableKey.of("2,2g")).isEqualTo(new TableKey("2", FLOAT64, false));
        assertThat(TableKey.of("2,2nr")).isEqualTo(new TableKey("2", FieldType.DECIMAL, true));
        assertThat(TableKey.of("12,12r")).isEqualTo(new TableKey("12", FieldType.TEXT, true));
        assertThat(TableKey.of("2,2x")).isEqualTo(new TableKey("2,2x", null, false));
    }

    @Test
    void aKeyOfGnuSortWithOptionsDoesNotUseTheDirectionOfTheOthers() {
        assertThat(TableKey.of("2,2", true)).isEqualTo(new TableKey("2", FieldType.TEXT, true));
        assertThat(TableKey.of("2,2n", true)).isEqualTo(new TableKey("2", FieldType.DECIMAL, false));
    }

    @Test
    void aKeyOfSeveralColumnsIsRefused() {
        assertThatThrownBy(() -> TableKey.of("1,2n"))
                .hasMessage("the key '1,2n' has several columns; give a key for each of them, as in 1,1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":float64", ":descending", ":text:asc"})
    void aColumnIsRequired(String text) {
        assertThatThrownBy(() -> TableKey.of(text))
                .hasMessage("expected COLUMN[:TYPE][:DIRECTION], found '" + text + "'");
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "12:int64, 11", "007, 6", "999999999, 999999998", "0, -1", "-1, -1", "2147483648, -1", "+1, -1",
        "a1, -1"})
    void aColumnMayBeANumber(String text, int index) {
        assertThat(TableKey.of(text).index()).isEqualTo(index);
    }
}
