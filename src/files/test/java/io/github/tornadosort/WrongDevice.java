package io.github.tornadosort;

import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.policy.SortPolicies;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** A device whose first sort is by no bits: it leaves all keys where they are, which only a verification notices. */
public final class WrongDevice {
    private boolean isUsed;

    private WrongDevice() {}

    /** Opens a sorter on this device. */
    public static Sorter open() {
        SortDevice device = SortDevice.preferred();
        return new Sorter(device, SortPolicies.forDevice(device), new WrongDevice()::clearBits);
    }

    /** Clears the bits that the survey, which is the first execution of a sort, looks at. */
    private void clearBits(IntArray parameters) {
        if (!isUsed && parameters.getSize() >= PassParameters.WORDS) {
            isUsed = true;
            parameters.set(PassParameters.BITS, 0);
            parameters.set(PassParameters.BITS_HIGH, 0);
        }
    }
}
