package uk.ac.manchester.tornado.jvm;

import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * An array that a graph copies between host and device.
 *
 * @param mode a constant of {@link uk.ac.manchester.tornado.api.enums.DataTransferMode}
 */
record Transfer(int mode, TornadoNativeArray array) {}
