/** The bytes of a file, changed in place. */
export class GrowingBytes {
  #buffer: Buffer;
  #sizeBytes: number;

  constructor(bytes: Buffer) {
    this.#buffer = Buffer.from(bytes);
    this.#sizeBytes = bytes.length;
  }

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** Writes, with zeros in a gap before; nothing is cut off. */
  write(offset: number, bytes: Buffer): void {
    this.resize(Math.max(this.#sizeBytes, offset + bytes.length));
    bytes.copy(this.#buffer, offset);
  }

  /** Zeroes the existing bytes of a range. */
  clear(start: number, end: number): void {
    if (start < this.#sizeBytes) this.#buffer.fill(0, start, Math.min(end, this.#sizeBytes));
  }

  /** Cuts off the end, or adds zeros. */
  resize(sizeBytes: number): void {
    if (sizeBytes > this.#buffer.length) {
      const larger = Buffer.alloc(Math.max(sizeBytes, this.#buffer.length * 2));
      this.#buffer.copy(larger, 0, 0, this.#sizeBytes);
      this.#buffer = larger;
    }
    if (sizeBytes < this.#sizeBytes) this.#buffer.fill(0, sizeBytes, this.#sizeBytes);
    this.#sizeBytes = sizeBytes;
  }

  /** The bytes as they are; later changes show in them. */
  view(start = 0, end = this.#sizeBytes): Buffer {
    return this.#buffer.subarray(start, Math.min(end, this.#sizeBytes));
  }
}
