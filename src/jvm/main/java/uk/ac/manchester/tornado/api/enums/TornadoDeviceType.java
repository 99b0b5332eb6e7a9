package uk.ac.manchester.tornado.api.enums;

/** Types of devices. */
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
