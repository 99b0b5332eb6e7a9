package uk.ac.manchester.tornado.api.enums;

/** Specifies when an array is copied between host and device. */
public class DataTransferMode {
    /** Only before the first execution of the graph in a plan. */
    public static final int FIRST_EXECUTION = 0;

    /** At every execution. */
    public static final int EVERY_EXECUTION = 1;

    /** When the host requests it. */
    public static final int UNDER_DEMAND = 2;
}
