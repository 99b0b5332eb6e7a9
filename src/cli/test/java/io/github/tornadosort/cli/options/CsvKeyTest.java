package io.github.tornadosort.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.FileKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the keys of the command {@code csv}. */
class CsvKeyTest {
    private static final FileKey PRICE = FileKey.column("price");

    private static void assertKey(String text, FileKey expected) {
        assertThat(CsvOptions.key(text)).as(text).usingRecursiveComparison().isEqualTo(expected);
    }

    @Test
    void typeAndDirectionAreOptional() {
        assertKey("price", PRICE);
        assertKey("price:float64", PRICE.type(KeyType.FLOAT64));
        assertKey("price:descending", PRICE.descending());
        assertKey("price:FLOAT64:Desc", PRICE.type(KeyType.FLOAT64).descending());
        assertKey("price:Text:ASC", PRICE.text().ascending());
        assertKey("price:decimal", PRICE.decimal());
    }

    @Test
    void aNameMayContainColons() {
        assertKey("at:12:30", FileKey.column("at:12:30"));
        assertKey("a:descending:text:ascending", FileKey.column("a:descending").text().ascending());
        assertKey("a:text:text", FileKey.column("a:text").text());
        assertKey("a:descending:text", FileKey.column("a:descending").text());
    }

    @Test
    void aColumnMayBeANumberOrANameInQuotes() {
        assertKey("12:int64", FileKey.column(12).type(KeyType.INT64));
        assertKey("007", FileKey.column(7));
        assertKey("+1", FileKey.column("+1"));
        assertKey("\"2019\"", FileKey.column("2019"));
        assertKey("\"a\"\"b\":text", FileKey.column("a\"b").text());
        assertKey("99999999999", FileKey.column(Integer.MAX_VALUE));
        assertThatThrownBy(() -> CsvOptions.key("0")).hasMessage("column: expected a number from 1 on, found 0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":float64", ":descending", ":text:asc", "\"\""})
    void aColumnIsRequired(String text) {
        assertThatThrownBy(() -> CsvOptions.key(text))
                .hasMessage("expected COLUMN[:TYPE][:DIRECTION], found '" + text + "'");
    }
}
