/** The entry point to backends and devices. */
package uk.ac.manchester.tornado.api.runtime;
