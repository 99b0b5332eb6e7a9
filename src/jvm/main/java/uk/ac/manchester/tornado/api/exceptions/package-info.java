/** The exceptions of the API. All packages can use them; they use no other package. */
package uk.ac.manchester.tornado.api.exceptions;
