package io.github.tornadosort.policy;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortPolicy;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import uk.ac.manchester.tornado.api.enums.TornadoDeviceType;

/** Finds the policy for a device among the files of {@code tornado-config}. */
public final class SortPolicies {
    private static final ObjectMapper JSON =
            new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    private SortPolicies() {}

    /** The policy of the device's family. */
    public static SortPolicy forDevice(SortDevice device) {
        if (device.type() == TornadoDeviceType.GPU) {
            return named("gpu");
        }
        return named(device.backend().equals("jvm") ? "jvm" : "cpu");
    }

    /** The policy in {@code tornado-config/<family>.json}. */
    public static SortPolicy named(String family) {
        String resource = "/tornado-config/" + family + ".json";
        try (InputStream in = SortPolicies.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalArgumentException("no policy for device family '" + family + "'");
            }
            return JSON.readValue(in, SortPolicy.class);
        } catch (IOException e) {
            throw new UncheckedIOException("policy " + resource + ": " + e.getMessage(), e);
        }
    }
}
