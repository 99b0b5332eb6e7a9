package io.github.tornadosort.bench;

/** Something that sorts and can be timed: this library on one device, or a peer. */
public interface Contender extends AutoCloseable {
    /** Who it is. */
    About about();

    /** Does one operation on the request's keys, times it, and verifies the result outside the timing. */
    Reply measure(Request request);

    @Override
    void close();

    /**
     * Who a contender is.
     *
     * @param contender short name, unique in a run: {@code jvm}, {@code opencl}, {@code cub}
     * @param ours whether it is this library
     * @param what what it is and of which version
     * @param device what it runs on
     * @param copyBytesPerSecond bytes read and written a second by a plain copy on that device; null if not measured
     * @param absent why it is not there; null if it is
     */
    record About(String contender, boolean ours, String what, String device, Double copyBytesPerSecond, String absent) {
        static About absent(String contender, String why) {
            return new About(contender, false, null, null, null, why);
        }
    }
}
