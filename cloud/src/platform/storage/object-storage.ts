/** Bytes of an object, counted from 0, both ends included. */
type ObjectRange = { start: number; end: number };

export type StoredObject = { key: string; modifiedAt: Date };

/**
 * Storage for pictures: opaque bytes under keys such as `scans/6f…/image`. Keys are written once.
 */
export type ObjectStorage = {
  /** Writes all bytes durably before it resolves; a second write of a key replaces it. */
  write(key: string, bytes: Uint8Array): Promise<void>;
  /**
   * The bytes, or a range of them, as a stream that reads no faster than it is read; undefined when the key names
   * nothing. It holds a file or a connection until it ends, fails or is cancelled.
   */
  read(key: string, range?: ObjectRange): Promise<ReadableStream<Uint8Array> | undefined>;
  delete(key: string): Promise<void>;
  /**
   * Everything under a folder such as `scans`, in the order of its keys. Objects written or deleted during the listing
   * may be included or not.
   */
  list(folder: string): AsyncIterable<StoredObject>;
  /** Resolves when the storage answers; the error describes the problem and its remedy. */
  check(): Promise<void>;
};

/** The storage is temporarily unusable: unavailable, full, or without permission. The message is for the operator. */
export class StorageUnavailableError extends Error {
  override name = "StorageUnavailableError";
}

/** Segments of letters, digits, `-`, `_` and inner dots: no key leads out of its place. */
const KEY = /^[A-Za-z0-9_][\w.-]*(?:\/[A-Za-z0-9_][\w.-]*)*$/;
/** Maximum length of a key: with the folder of the bucket it stays below the 1,024 bytes of S3. */
const MAX_KEY_LENGTH = 900;

/** False for a key that could lead elsewhere or does not fit. */
export function isKey(key: string): boolean {
  return KEY.test(key) && key.length <= MAX_KEY_LENGTH;
}

/** Throws on an invalid key: an error of this program, never of a caller. */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new Error(`"${key}" is not a storage key`);
}
