package uk.ac.manchester.tornado.api.enums;

/** When an array is copied between the host and the device. */
public class DataTransferMode {

    /** Before the graph's first execution in a plan only. */
    public static final int FIRST_EXECUTION = 0;

    /** At every execution. */
    public static final int EVERY_EXECUTION = 1;

    /** When the host asks for it. */
    public static final int UNDER_DEMAND = 2;
}
