package io.github.tornadosort.internal.plan;

<#list 1..20 as n>
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task${n};
</#list>

/**
 * Kernels whose arrays may have other types than those that they declare, such as floats for ints. A device sees only an
 * array's bytes, which it reads as the kernel declares; kernels themselves cannot reinterpret bits. Java does not check a raw
 * type's arguments.
 */
@SuppressWarnings("rawtypes")
public final class UntypedKernel {
    private UntypedKernel() {}
<#list 1..20 as n>
    <#assign types><#list 1..n as i>T${i}<#sep>, </#list></#assign>

    /** Returns the kernel. */
    public static <${types}> Task${n} of(Task${n}<${types}> kernel) {
        return kernel;
    }
</#list>
}
