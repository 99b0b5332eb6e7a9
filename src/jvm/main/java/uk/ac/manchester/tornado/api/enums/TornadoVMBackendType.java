package uk.ac.manchester.tornado.api.enums;

/** The target of a compiler for kernels. This backend is {@link #JAVA}. */
public enum TornadoVMBackendType {
    OPENCL,
    METAL,
    PTX,
    CUDA,
    SPIRV,
    JAVA,
    VIRTUAL
}
