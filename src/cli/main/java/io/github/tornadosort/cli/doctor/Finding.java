package io.github.tornadosort.cli.doctor;

/**
 * The result of one of the doctor's checks.
 *
 * @param level ok, a note on what can be improved, or broken
 * @param what a description of what was found
 * @param advice what the user can do; empty if nothing needs to be done
 */
record Finding(String level, String what, String advice) {
    static Finding ok(String what) {
        return new Finding("ok", what, "");
    }

    static Finding note(String what, String advice) {
        return new Finding("note", what, advice);
    }

    static Finding broken(String what, String advice) {
        return new Finding("broken", what, advice);
    }

    boolean isBroken() {
        return level.equals("broken");
    }

    @Override
    public String toString() {
        String line = "%-7s %s".formatted(level, what);
        return advice.isEmpty() ? line : line + System.lineSeparator() + "        -> " + advice;
    }
}
