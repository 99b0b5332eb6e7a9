package io.github.tornadosort.cli;

/**
 * What the doctor says about one thing.
 *
 * @param what what was found
 * @param advice what to do about it; empty if nothing
 */
record Finding(Level level, String what, String advice) {
    enum Level {
        OK,
        /** Works, and could be better. */
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
