package uk.ac.manchester.tornado.jvm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers for source locations in kernels, so that a stamp can record the location of an access in few bits. */
final class SourceLocations {
    /** The number of bits of a location number. */
    static final int BITS = 22;

    private static final Map<String, Integer> NUMBERS = new HashMap<>();
    private static final List<String> TEXTS = new ArrayList<>();

    private SourceLocations() {}

    /** @param location a source location in the form of {@link KernelMethod#location} */
    static synchronized int number(String location) {
        return NUMBERS.computeIfAbsent(location, text -> {
            if (TEXTS.size() >> BITS != 0) {
                throw new IllegalStateException("more than " + TEXTS.size() + " source locations in checked kernels");
            }
            TEXTS.add(text);
            return TEXTS.size() - 1;
        });
    }

    static synchronized String at(int number) {
        return TEXTS.get(number);
    }
}
