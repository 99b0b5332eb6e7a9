/**
 * Sorts keys, records and columns on GPUs through TornadoVM, or on the JVM's cores.
 *
 * <p>The module needs no module of TornadoVM's API to sort on the host. A program that sorts on a device, or uses the stages,
 * has {@code tornado.api} on the module path: that of a TornadoVM SDK, or the JVM backend {@code tornado-sort-jvm}. The module
 * is open because TornadoVM reads the kernels' lambdas and code by reflection.
 */
@SuppressWarnings({"module", "NotJavadoc"}) // The modules that use internal packages are compiled after this one.
open module io.github.tornadosort {
    requires org.slf4j;
    requires static tornado.api;
    requires static org.jspecify;

    exports io.github.tornadosort;
    exports io.github.tornadosort.stage;
    exports io.github.tornadosort.internal.driver to io.github.tornadosort.files,
            io.github.tornadosort.laboratory;
    exports io.github.tornadosort.internal.host.merge to io.github.tornadosort.files;
    exports io.github.tornadosort.internal.host.rows to io.github.tornadosort.files;
    exports io.github.tornadosort.internal.host.strings to io.github.tornadosort.files;
    exports io.github.tornadosort.internal.kernel to io.github.tornadosort.laboratory;
    exports io.github.tornadosort.internal.laboratory to io.github.tornadosort.laboratory;
    exports io.github.tornadosort.internal.memory to io.github.tornadosort.files;
    exports io.github.tornadosort.internal.plan to io.github.tornadosort.laboratory;
    exports io.github.tornadosort.internal.plan.backend to io.github.tornadosort.laboratory;
    exports io.github.tornadosort.internal.policy to io.github.tornadosort.files,
            io.github.tornadosort.laboratory;
    exports io.github.tornadosort.internal.threads to io.github.tornadosort.files;

    uses io.github.tornadosort.internal.laboratory.Laboratory;
}
