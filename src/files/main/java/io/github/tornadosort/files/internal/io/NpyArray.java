package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.FileSortException;
import java.nio.file.Path;

/** .npy files of arrays, in C order if they have several dimensions: the keys of the last dimension are next to each other. */
public final class NpyArray {
    private NpyArray() {}

    /**
     * Returns the lengths of the dimensions of an array, or of none if the file is a stream, whose beginning cannot be read twice.
     *
     * @throws FileSortException if the file cannot be read, has another format, or has several dimensions in Fortran order
     */
    public static long[] shape(Path path) throws FileSortException {
        if (!InputFile.mayBeReopened(path)) {
            return new long[0];
        }
        try (InputFile file = InputFile.open(path, null)) {
            return NpyHeader.shape(file);
        }
    }

    /** Opens the keys of an array. */
    public static KeyReader open(Path path, KeyType type) throws FileSortException {
        return InputFile.open(path, null, file -> NpyHeader.open(file, type, true));
    }

    /**
     * Returns whether a file is an array of half floats, which are read as floats.
     *
     * @throws FileSortException if the file cannot be read, or has another format
     */
    public static boolean isHalf(Path path) throws FileSortException {
        return InputFile.mayBeReopened(path) && NpyHeader.isHalf(path);
    }

    /** Creates a writer of an array of half floats of this shape. It takes floats. */
    public static KeyWriter halfWriter(OutputFile file, long... shape) throws FileSortException {
        file.write(NpyHeader.ofHalves(shape));
        return new HalfWriter(new BinaryWriter(file));
    }

    /** Creates a writer of an array of this shape. */
    public static KeyWriter writer(OutputFile file, KeyType type, long... shape) throws FileSortException {
        file.write(NpyHeader.of(type, shape));
        return new BinaryWriter(file);
    }
}
