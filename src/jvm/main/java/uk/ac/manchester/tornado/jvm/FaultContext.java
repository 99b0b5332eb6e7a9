package uk.ac.manchester.tornado.jvm;

/** Who runs in a launch on the checked device, as messages put it. */
interface FaultContext {

    /** Who runs now. */
    String currentActor();

    /** Who made the access to the array with that {@linkplain EpochClock stamp}. */
    String actorOf(CheckedArray array, long stamp);

    /** Why that access to the array is in no order with one by who runs now. */
    String whyUnordered(CheckedArray array, long stamp);
}
