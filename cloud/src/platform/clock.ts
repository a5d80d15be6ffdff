/** Milliseconds since the Unix epoch. Handed in, so that tests can move it. */
export type Clock = () => number;
