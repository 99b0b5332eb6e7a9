package uk.ac.manchester.tornado.api.enums;

/** What kernels are compiled to. This backend is {@link #JAVA}. */
public enum TornadoVMBackendType {
    OPENCL,
    METAL,
    PTX,
    CUDA,
    SPIRV,
    JAVA,
    VIRTUAL
}
