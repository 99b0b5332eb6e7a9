package io.github.tornadosort.reference;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import org.junit.jupiter.api.Test;

/** Tests that checks of operations notice wrong results. */
class WrongResultTest {
    @Test
    void aWrongKeyIsFound() {
        GuardedColumn keys = GuardedColumn.copy(Column.of(new int[] {3, 1, 2, 5}));
        Column expected = Column.of(new int[] {3, 1, 2, 4});
        assertThatThrownBy(() -> keys.requireHolds(expected, "case"))
                .isInstanceOf(WrongResultException.class)
                .hasMessage("case: key 3 of 4 is 0x5, expected 0x4");
    }

    @Test
    void aSentinelThatChangedIsFound() {
        Column input = Column.of(new int[] {3, 1, 2, 5});
        GuardedColumn keys = GuardedColumn.copy(input);
        KeyData.setBits(keys.whole(), keys.whole().size() - 1, 7);
        assertThatThrownBy(() -> keys.requireHolds(input, "case")).hasMessageStartingWith("case: sentinel 13 of 14 is 0x7");
    }

    @Test
    void missingKeysAreFound() {
        Column one = KeyData.ofZeros(KeyType.INT8, 1);
        Column two = KeyData.ofZeros(KeyType.INT8, 2);
        assertThatThrownBy(() -> WrongResultException.unlessSame(one, two, "key", "case"))
                .hasMessage("case: key 1 of 2 is missing, expected 0x0");
    }

    @Test
    void wrongValuesAndElementsAreFound() {
        assertThatThrownBy(() -> WrongResultException.unlessEqual(1L, 2L, "number of keys", "case"))
                .hasMessage("case: number of keys 1, expected 2");
        assertThatThrownBy(() -> WrongResultException.unlessEqual(new int[] {1, 2}, new int[] {1, 3}, "index", "case"))
                .hasMessage("case: index 1 is 2, expected 3");
        assertThatThrownBy(() -> WrongResultException.unlessEqual(new int[] {1}, new int[] {1, 3}, "index", "case"))
                .hasMessage("case: index count is 1, expected 2");
    }
}
