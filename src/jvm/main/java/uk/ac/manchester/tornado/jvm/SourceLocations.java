package uk.ac.manchester.tornado.jvm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers for the places in kernels' sources, so that a cell can remember who accessed it in few bits. */
final class SourceLocations {

    /** Of a number. */
    static final int BITS = 22;

    private static final Map<String, Integer> NUMBERS = new HashMap<>();
    private static final List<String> TEXTS = new ArrayList<>();

    private SourceLocations() {}

    /** @param location as {@link KernelMethod#location} writes it */
    static synchronized int number(String location) {
        return NUMBERS.computeIfAbsent(location, text -> {
            if (TEXTS.size() >> BITS != 0) {
                throw new IllegalStateException("more than " + TEXTS.size() + " places in checked kernels");
            }
            TEXTS.add(text);
            return TEXTS.size() - 1;
        });
    }

    static synchronized String at(int number) {
        return TEXTS.get(number);
    }
}
