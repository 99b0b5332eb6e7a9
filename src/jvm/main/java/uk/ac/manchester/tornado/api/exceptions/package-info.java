/** The exceptions of the API. Every package can throw them; they use nothing. */
package uk.ac.manchester.tornado.api.exceptions;
