package io.github.tornadosort.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Algorithm;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.internal.kernel.OrderedBits;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import org.junit.jupiter.api.Test;

class PlanShapeTest {
    private static final SortOptions BITONIC = SortOptions.builder().algorithm(Algorithm.BITONIC).build();

    @Test
    void keysAreWidenedToTheWidthOfTheKernels() {
        assertThat(PlanShape.of(KeyType.INT8, Payload.NONE))
                .isEqualTo(new PlanShape(4, OrderedBits.INTEGER, Payload.NONE, Algorithm.RADIX, SortOptions.BY_POLICY));
        assertThat(PlanShape.of(KeyType.UINT64, Payload.VALUES))
                .isEqualTo(new PlanShape(8, OrderedBits.INTEGER, Payload.VALUES, Algorithm.RADIX, SortOptions.BY_POLICY));
        assertThat(PlanShape.of(KeyType.FLOAT64, Payload.NONE).kind()).isEqualTo(OrderedBits.FLOAT);
    }

    @Test
    void theAlgorithmIsTheRequestedOne() {
        PlanShape radix = PlanShape.of(KeyType.INT32, Payload.NONE);
        assertThat(radix.sortedBy(SortOptions.ascending())).isSameAs(radix);
        var narrow = SortOptions.builder().algorithm(Algorithm.RADIX, 4).build();
        assertThat(radix.sortedBy(narrow))
                .isEqualTo(new PlanShape(4, OrderedBits.INTEGER, Payload.NONE, Algorithm.RADIX, 4));
    }

    @Test
    void networksBreakTiesByIndices() {
        assertThat(PlanShape.of(KeyType.INT32, Payload.NONE, BITONIC).payload()).isEqualTo(Payload.NONE);
        assertThat(PlanShape.of(KeyType.FLOAT32, Payload.NONE, BITONIC).payload()).as("NaNs tie").isEqualTo(Payload.INDICES);
        assertThat(PlanShape.of(KeyType.FLOAT32, Payload.VALUES, BITONIC).payload()).isEqualTo(Payload.VALUES);
        var someBits = SortOptions.builder().algorithm(Algorithm.BITONIC).bits(1, 32).build();
        assertThat(PlanShape.of(KeyType.INT32, Payload.NONE, someBits).payload()).isEqualTo(Payload.INDICES);
        var merge = SortOptions.builder().algorithm(Algorithm.MERGE).build();
        assertThat(PlanShape.of(KeyType.FLOAT32, Payload.NONE, merge).payload()).as("stable").isEqualTo(Payload.NONE);
    }

    @Test
    void floatsComparedByAllBitsHaveASeparateKind() {
        PlanShape floats = PlanShape.of(KeyType.FLOAT32, Payload.NONE);
        assertThat(floats.comparedBy(0xffff_ffffL))
                .isEqualTo(new PlanShape(4, OrderedBits.FLOAT_WHOLE, Payload.NONE, Algorithm.RADIX, SortOptions.BY_POLICY));
        assertThat(floats.comparedBy(0x7fff_ffffL)).isSameAs(floats);
        PlanShape merged = floats.sortedBy(SortOptions.builder().algorithm(Algorithm.MERGE).build());
        assertThat(merged.comparedBy(0xffff_ffffL)).isSameAs(merged);
        for (KeyType type : new KeyType[] {KeyType.INT32, KeyType.FLOAT64}) {
            PlanShape other = PlanShape.of(type, Payload.NONE);
            assertThat(other.comparedBy(-1L)).isSameAs(other);
        }
    }

    @Test
    void floatsAndIntegersOfOneWidthAreCompiledOnce() {
        PlanShape integers = PlanShape.of(KeyType.UINT32, Payload.VALUES);
        PlanShape floats = PlanShape.of(KeyType.FLOAT32, Payload.VALUES);
        assertThat(floats.comparedBy(-1).compiled()).isEqualTo(integers).isEqualTo(integers.compiled());
        assertThat(floats.compiled()).as("compared by some bits").isSameAs(floats);
        PlanShape doubles = PlanShape.of(KeyType.FLOAT64, Payload.NONE);
        assertThat(doubles.compiled()).isEqualTo(PlanShape.of(KeyType.INT64, Payload.NONE));
        PlanShape merged = doubles.sortedBy(SortOptions.builder().algorithm(Algorithm.MERGE).build());
        assertThat(merged.compiled()).isSameAs(merged);
    }

    @Test
    void bytesPerKeyIncludeBothBuffers() {
        assertThat(PlanShape.of(KeyType.INT16, Payload.NONE).bytesPerKey()).isEqualTo(8);
        assertThat(PlanShape.of(KeyType.INT16, Payload.VALUES).bytesPerKey()).isEqualTo(16);
        assertThat(PlanShape.of(KeyType.INT64, Payload.INDICES).bytesPerKey()).isEqualTo(24);
        assertThat(PlanShape.of(KeyType.INT32, Payload.NONE, BITONIC).bytesPerKey()).as("and a table").isEqualTo(16);
    }
}
