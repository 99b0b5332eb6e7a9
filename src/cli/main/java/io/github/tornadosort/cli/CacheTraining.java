package io.github.tornadosort.cli;

/**
 * Sorts a text file as a table of one column, as lines, as lines by a number and as numbers. The launcher runs this to train the
 * JVM's ahead-of-time cache, which holds the classes and the profiles of one run.
 */
final class CacheTraining {
    private CacheTraining() {}

    /** @param args the name of the program's main class, and that of a text file of int32 keys, which is sorted in place */
    public static void main(String[] args) throws ReflectiveOperationException {
        String file = args[1];
        Main.execute(new String[] {"sort", file, "-o", file, "-u", "--delimiter", ",", "--no-header", "--key", "1:text"});
        Main.execute(new String[] {"sort", file, "-o", file, "--type", "text"});
        Main.execute(new String[] {"sort", file, "-o", file, "--type", "text", "-k1,1nr"});
        // Exits the JVM.
        Class.forName(args[0])
                .getMethod("main", String[].class)
                .invoke(null, (Object) new String[] {"sort", file, "-o", file, "--type", "int32"});
    }
}
