package io.github.tornadosort.cli.doctor;

/**
 * The result of one of the doctor's checks.
 *
 * @param level how serious it is
 * @param what a description of what was found
 * @param advice what the user can do; empty if nothing needs to be done
 */
record Finding(Level level, String what, String advice) {
    enum Level {
        OK,
        /** Works, but can be improved. */
        NOTE,
        BROKEN
    }

    static Finding ok(String what) {
        return new Finding(Level.OK, what, "");
    }

    static Finding note(String what, String advice) {
        return new Finding(Level.NOTE, what, advice);
    }

    static Finding broken(String what, String advice) {
        return new Finding(Level.BROKEN, what, advice);
    }

    boolean isBroken() {
        return level == Level.BROKEN;
    }

    @Override
    public String toString() {
        String line = "%-7s %s".formatted(level.name().toLowerCase(java.util.Locale.ROOT), what);
        return advice.isEmpty() ? line : line + System.lineSeparator() + "        -> " + advice;
    }
}
