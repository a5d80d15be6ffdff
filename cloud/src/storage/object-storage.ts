/** Bytes of an object, counted from 0, both ends included. */
export type ObjectRange = { start: number; end: number };

/** Where pictures are kept: opaque bytes under keys such as `scans/6f…/image`. Keys are written once. */
export type ObjectStorage = {
  /** Writes all bytes durably before it resolves; a second write of a key replaces it. */
  write(key: string, bytes: Uint8Array): Promise<void>;
  /**
   * The bytes, or a range of them, as a stream that reads no faster than it is read; undefined when the key names nothing. It holds
   * a file or a connection until it ends, fails or is cancelled.
   */
  read(key: string, range?: ObjectRange): Promise<ReadableStream<Uint8Array> | undefined>;
  delete(key: string): Promise<void>;
};
