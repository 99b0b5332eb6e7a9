/** Types that several packages of the API share: devices and the functional interfaces of kernels. */
package uk.ac.manchester.tornado.api.common;
