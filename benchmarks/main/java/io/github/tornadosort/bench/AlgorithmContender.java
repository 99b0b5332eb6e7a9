package io.github.tornadosort.bench;

/**
 * This library with one of its algorithms, which a case asks for by name; the same process, and the same device, as the
 * contender's whose name comes first in {@code opencl:merge}. The algorithm goes with the request as part of its operation:
 * {@code sort:merge}.
 */
record AlgorithmContender(Contender base, String algorithm) implements Contender {
    /** What is between an operation, or a contender, and the algorithm. */
    static final char SEPARATOR = ':';

    @Override
    public About about() {
        About about = base.about();
        return new About(
                about.contender() + SEPARATOR + algorithm,
                about.ours(),
                about.what() + ", algorithm " + algorithm,
                about.device(),
                about.copyBytesPerSecond(),
                about.absent());
    }

    @Override
    public Reply measure(Request request) {
        return base.measure(new Request(
                request.operation() + SEPARATOR + algorithm, request.type(), request.n(), request.keys(),
                request.measures()));
    }

    /** Nothing: the process is the base's. */
    @Override
    public void close() {}
}
