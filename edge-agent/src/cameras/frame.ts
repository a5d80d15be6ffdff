/** One decoded picture of one camera, as `cameras/` delivers it. */
export type Frame = {
  cameraId: string;
  /** Counts up by one per frame delivered since the camera's source was opened. */
  index: number;
  /** Wall-clock time of capture, whole milliseconds since the Unix epoch. */
  capturedAtMs: number;
  /** Time of capture on the monotonic clock, milliseconds; only differences mean anything. */
  monotonicMs: number;
  widthPixels: number;
  heightPixels: number;
  /** RGB, 8 bits per channel, rows from top to bottom without padding: width × height × 3 bytes. */
  rgb: Uint8Array;
  /** Width of its full-size picture as a multiple of this one, if this one was scaled down to be watched. */
  fullScale?: number | undefined;
  /** The file that it was read from, where each picture is one: its name, size and time. */
  key?: string | undefined;
};
