package uk.ac.manchester.tornado.jvm;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import uk.ac.manchester.tornado.api.exceptions.TornadoOutOfMemoryException;
import uk.ac.manchester.tornado.api.exceptions.TornadoRuntimeException;

/** What a plan holds on its device, and the most it may: what TornadoVM's own property says, unless the plan says more. */
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

    /** @throws TornadoRuntimeException if the text is no number with one of the units B, KB, MB and GB */
    public void set(String size) {
        Matcher matcher = SIZE.matcher(size.toUpperCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new TornadoRuntimeException("memory limit '" + size + "' is not of the form 512MB");
        }
        limit = Long.parseLong(matcher.group(1)) << SHIFT.get(matcher.group(2));
    }

    public void clear() {
        limit = Long.MAX_VALUE;
    }

    /** Bytes held. */
    public long used() {
        return used;
    }

    /** @throws TornadoOutOfMemoryException if so many more bytes pass the limit; then nothing is taken */
    void reserve(long bytes) {
        if (used + bytes > limit) {
            throw new TornadoOutOfMemoryException("an array of " + bytes + " bytes does not fit: the plan holds " + used
                    + " bytes of its limit of " + limit);
        }
        used += bytes;
    }

    void release(long bytes) {
        used -= bytes;
    }
}
