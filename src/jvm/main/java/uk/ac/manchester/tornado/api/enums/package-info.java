/** The constants of the API. All packages of the API can use them; they use no other package. */
package uk.ac.manchester.tornado.api.enums;
