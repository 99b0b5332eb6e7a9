<#-- Indices of unrolled code. -->

<#-- What is added to an index to get to the k-th of several steps. -->
<#function steps k step>
    <#return (k == 0)?then("", (k == 1)?then(" + ${step}", " + ${k} * ${step}"))>
</#function>

<#-- A variable plus a constant. -->
<#function plus variable k>
    <#return (k == 0)?then(variable, "${variable} + ${k}")>
</#function>

<#-- The same as a factor. -->
<#function factor variable k>
    <#return (k == 0)?then(variable, "(${variable} + ${k})")>
</#function>
