/** The annotations of kernels. All packages can use them; they use no other package. */
package uk.ac.manchester.tornado.api.annotations;
