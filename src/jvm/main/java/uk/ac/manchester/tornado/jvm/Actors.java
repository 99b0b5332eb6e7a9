package uk.ac.manchester.tornado.jvm;

/** Who runs in a launch on the checked device, as messages put it. */
interface Actors {

    /** Who runs now. */
    String current();

    /** Who made the access to the array with that {@linkplain Clock stamp}. */
    String name(CheckedArray cells, long stamp);

    /** Why that access to the array is in no order with one by who runs now. */
    String disorder(CheckedArray cells, long stamp);
}
