import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;

class GroupByTest {
    /** The example compares its sums with those of the host. */
    @Test
    void addsUpTheAmountsOfEachCustomer() {
        assertThatCode(() -> GroupBy.main(new String[] {"20000", "70"})).doesNotThrowAnyException();
        assertThatCode(() -> GroupBy.main(new String[] {"1000", "1"})).doesNotThrowAnyException();
    }
}
