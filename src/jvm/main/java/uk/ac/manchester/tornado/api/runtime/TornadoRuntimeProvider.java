package uk.ac.manchester.tornado.api.runtime;

import uk.ac.manchester.tornado.api.TornadoRuntime;
import uk.ac.manchester.tornado.jvm.JvmRuntime;

/** Provides the runtime. */
public class TornadoRuntimeProvider {
    public static TornadoRuntime getTornadoRuntime() {
        return JvmRuntime.INSTANCE;
    }
}
