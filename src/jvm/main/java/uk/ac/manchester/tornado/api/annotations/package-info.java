/** The annotations of kernels. For kernels and for {@code uk.ac.manchester.tornado.jvm}; uses nothing. */
package uk.ac.manchester.tornado.api.annotations;
