package io.github.tornadosort.reference;

import io.github.tornadosort.Column;
import java.util.Arrays;

/**
 * A copy of keys that a sorter may write to, between sentinels that it must leave alone: a range of a longer array. Two thirds
 * of all lengths have sentinels; the others are arrays by themselves, since these take another path.
 *
 * @param whole the keys and the sentinels before and behind them
 * @param keys the range
 */
public record GuardedColumn(Column whole, Column keys) {
    private static final int SENTINELS = 5;
    private static final long SENTINEL = 0xA5A5_A5A5_A5A5_A5A5L;

    /** Returns a copy of these keys. */
    public static GuardedColumn copy(Column input) {
        int n = (int) input.size();
        int before = n % 3 == 0 ? 0 : SENTINELS;
        long[] bits = new long[n + 2 * before];
        Arrays.fill(bits, SENTINEL);
        Column whole = KeyData.ofBits(input.type(), bits);
        Column keys = whole.range(before, before + n);
        keys.segment().copyFrom(input.segment());
        return new GuardedColumn(whole, keys);
    }

    /** @throws WrongResultException unless the keys are these, and no sentinel has changed */
    public void requireHolds(Column expected, String what) {
        WrongResultException.unlessSame(keys, expected, "key", what);
        WrongResultException.unlessSame(whole, copy(expected).whole, "sentinel", what);
    }
}
