package io.github.tornadosort.bench;

/**
 * This library with a named algorithm. It uses the process and the device of the base contender, whose name is the first part
 * of {@code opencl:merge}. Requests pass the algorithm as part of the operation: {@code sort:merge}.
 */
record AlgorithmContender(Contender base, String algorithm) implements Contender {
    /** Separates an operation or a contender from the algorithm. */
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

    /** Does nothing: the process belongs to the base contender. */
    @Override
    public void close() {}
}
