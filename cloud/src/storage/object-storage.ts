/** Where pictures are kept: opaque bytes under keys such as `scans/6f…/image`. Keys are written once. */
export type ObjectStorage = {
  /** Writes all bytes durably before it resolves; a second write of a key replaces it. */
  write(key: string, bytes: Uint8Array): Promise<void>;
  /** The bytes as a stream; undefined when the key names nothing. */
  read(key: string): Promise<ReadableStream<Uint8Array> | undefined>;
  delete(key: string): Promise<void>;
};
