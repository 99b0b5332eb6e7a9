<#-- The kernels that copy an array to another one. -->
<#assign moves = ["move32", "move64", "widen8", "widen16", "narrow8", "narrow16"]>
