package uk.ac.manchester.tornado.jvm;

/** An array on the device: how many graphs of a plan hold it, and its size in bytes. */
final class DeviceArray {

    private final MemoryLimit memory;
    private final long bytes;
    private int holders;

    DeviceArray(MemoryLimit memory, long bytes) {
        this.memory = memory;
        this.bytes = bytes;
        memory.take(bytes);
    }

    DeviceArray hold() {
        holders++;
        return this;
    }

    void release() {
        if (--holders == 0) {
            memory.give(bytes);
        }
    }
}
