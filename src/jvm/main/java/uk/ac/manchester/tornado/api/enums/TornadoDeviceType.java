package uk.ac.manchester.tornado.api.enums;

/** Kinds of device. */
public enum TornadoDeviceType {
    UNKNOWN,
    DEFAULT,
    CPU,
    GPU,
    FPGA,
    ACCELERATOR,
    CUSTOM,
    ALL
}
