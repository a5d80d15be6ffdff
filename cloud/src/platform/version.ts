/** The version of the interface, and of the build that serves it. */
export const API_VERSION = "3.0.0";
