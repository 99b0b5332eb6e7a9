import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Sorter;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.matrix.SparseMatrixUtils;
import uk.ac.manchester.tornado.matrix.SparseMatrixUtils.CSRMatrix;

/**
 * The example's compressed rows against those that tornado-matrices makes of the same triples, out of a file of Matrix
 * Market's. In the unnamed package, as examples are.
 */
class SparseMatrixTest {
    private static InputStream matrixMarket(SparseMatrix.Triples triples, int rows) {
        int count = triples.rows().length;
        StringBuilder text = new StringBuilder("%%MatrixMarket matrix coordinate real general\n");
        text.append(rows).append(' ').append(rows).append(' ').append(count).append('\n');
        for (int i = 0; i < count; i++) {
            text.append(triples.rows()[i] + 1).append(' ').append(triples.columns()[i] + 1).append(' ');
            text.append(triples.values()[i]).append('\n');
        }
        return new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.US_ASCII));
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "7, 500", "3000, 20000"})
    void compressedRowsAreThoseOfTornadoMatrices(int rows, int count) {
        SparseMatrix.Triples triples = SparseMatrix.Triples.random(rows, count, rows);
        CSRMatrix<FloatArray> expected = SparseMatrixUtils.loadMatrixF(matrixMarket(triples, rows));
        try (Sorter sorter = Sorter.open()) {
            SparseMatrix.Csr csr = SparseMatrix.compress(sorter, triples, rows);

            assertThat(csr.starts()).isEqualTo(expected.rows.toHeapArray());
            assertThat(csr.columns()).isEqualTo(expected.cols.toHeapArray());
            assertThat(csr.values()).isEqualTo(expected.vals.toHeapArray());
        }
    }
}
