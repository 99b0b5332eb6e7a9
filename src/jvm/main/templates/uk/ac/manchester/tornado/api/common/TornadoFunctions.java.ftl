package uk.ac.manchester.tornado.api.common;

import java.io.Serializable;

/**
 * The functional interfaces of kernels, one for each number of arguments. They are {@link Serializable}, which lets this
 * backend find the method behind a method reference or lambda.
 */
public final class TornadoFunctions {
    /** A kernel without arguments. */
    @FunctionalInterface
    public interface Task extends Serializable {
        void apply();
    }

<#list 1..20 as n>
    /** A kernel of ${n} argument<#if n != 1>s</#if>. */
    @FunctionalInterface
    public interface Task${n}<<#list 1..n as i>T${i}<#sep>, </#list>> extends Serializable {
        void apply(<#list 1..n as i>T${i} arg${i}<#sep>, </#list>);
    }
<#sep>

</#sep>
</#list>
}
