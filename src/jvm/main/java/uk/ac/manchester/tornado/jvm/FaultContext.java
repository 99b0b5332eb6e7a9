package uk.ac.manchester.tornado.jvm;

/** Describes the work-items or iterations of a launch on the checked device for messages. */
interface FaultContext {
    /** Returns the name of the work-item or iteration that runs now. */
    String currentActor();

    /** Returns the name of the work-item or iteration that made the access with a {@linkplain EpochClock stamp}. */
    String actorOf(CheckedArray array, long stamp);

    /** Returns why that access is not ordered with an access by the current work-item or iteration. */
    String whyUnordered(CheckedArray array, long stamp);
}
