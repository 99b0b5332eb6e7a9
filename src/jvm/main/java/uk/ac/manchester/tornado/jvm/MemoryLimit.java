package uk.ac.manchester.tornado.jvm;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import uk.ac.manchester.tornado.api.exceptions.TornadoOutOfMemoryException;
import uk.ac.manchester.tornado.api.exceptions.TornadoRuntimeException;

/** The device memory that a plan uses, and its limit. The default limit is that of TornadoVM's system property. */
public final class MemoryLimit {
    private static final String PROPERTY = "tornado.device.memory";
    private static final Pattern SIZE = Pattern.compile("(\\d+)(B|KB|MB|GB)");
    private static final Map<String, Integer> SHIFT = Map.of("B", 0, "KB", 10, "MB", 20, "GB", 30);

    private long limit = Long.MAX_VALUE;
    private long used;

    public MemoryLimit() {
        String size = System.getProperty(PROPERTY);
        if (size != null) {
            set(size);
        }
    }

    /** @throws TornadoRuntimeException if the text is not a number followed by B, KB, MB or GB */
    public void set(String size) {
        Matcher matcher = SIZE.matcher(size.toUpperCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new TornadoRuntimeException("memory limit '" + size + "' is not a number followed by B, KB, MB or GB");
        }
        limit = Long.parseLong(matcher.group(1)) << SHIFT.get(matcher.group(2));
    }

    public void clear() {
        limit = Long.MAX_VALUE;
    }

    /** Returns the number of bytes in use. */
    public long used() {
        return used;
    }

    /** @throws TornadoOutOfMemoryException if {@code bytes} more bytes exceed the limit; nothing is then reserved */
    void reserve(long bytes) {
        if (used + bytes > limit) {
            throw new TornadoOutOfMemoryException("an array of " + bytes + " bytes does not fit: the plan uses " + used
                    + " bytes of its limit of " + limit);
        }
        used += bytes;
    }

    void release(long bytes) {
        used -= bytes;
    }
}
