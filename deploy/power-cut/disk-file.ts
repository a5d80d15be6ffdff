import { GrowingBytes } from "./growing-bytes.ts";
import type { Random } from "./random.ts";

/** Size of a page, which the page cache writes back at once, and of a sector, which a disk writes whole. */
const PAGE_BYTES = 4096;
const SECTOR_BYTES = 512;

type Write = { offset: number; bytes: Buffer };
type Change = Write | { truncatedTo: number };

/** Amounts of unsynced data that a power cut leaves. */
const STYLES = ["nothing", "everything", "size only", "some pages", "some pages"] as const;

/** A file's bytes: those that are safe, and the changes since, each of which may or may not have reached the disk. */
export class DiskFile {
  readonly type = "file";
  #safe: GrowingBytes;
  #changes: Change[] = [];
  /** Bytes as the program sees them. */
  #seen: GrowingBytes;
  /** Pages that a failed sync marked as written: they reach the disk only once something changes them again. */
  #givenUp = new Set<number>();

  constructor(safe: Buffer) {
    this.#safe = new GrowingBytes(safe);
    this.#seen = new GrowingBytes(safe);
  }

  write(offset: number, bytes: Buffer): void {
    this.#seen.write(offset, bytes);
    this.#changes.push({ offset, bytes });
    // A page that has changed again goes to the disk whole, with what an earlier write-back left out of it.
    for (const page of pagesOf({ offset, bytes })) {
      if (!this.#givenUp.delete(page)) continue;
      const whole = Buffer.from(this.#seen.view(page * PAGE_BYTES, (page + 1) * PAGE_BYTES));
      this.#changes.push({ offset: page * PAGE_BYTES, bytes: whole });
    }
  }

  truncate(sizeBytes: number): void {
    this.#seen.resize(sizeBytes);
    this.#changes.push({ truncatedTo: sizeBytes });
  }

  sync(): void {
    for (const change of this.#changes) {
      if ("truncatedTo" in change) this.#safe.resize(change.truncatedTo);
      else this.#safe.write(change.offset, change.bytes);
    }
    this.#changes = [];
  }

  /**
   * Linux reports a failed write-back once and marks the pages clean: what did not reach the disk then is dropped, and
   * the next sync succeeds without it (Rebello et al., "Can applications recover from fsync failures?", USENIX ATC
   * 2020).
   */
  failSync(random: Random): void {
    const dirty = this.#changes.flatMap((change) => ("bytes" in change ? pagesOf(change) : []));
    this.#safe = this.#written(random);
    // The size is the file system's own and survives.
    this.#safe.resize(this.#seen.sizeBytes);
    this.#changes = [];
    for (const page of dirty) this.#givenUp.add(page);
  }

  /** The bytes when nothing is lost. */
  seen(): Buffer {
    return this.#seen.view();
  }

  /** The bytes that a power cut may leave. */
  cut(random: Random): Buffer {
    return this.#changes.length === 0 ? this.#safe.view() : this.#written(random).view();
  }

  /** Each page as of one of the changes to it, which come in their order; the last one perhaps torn between sectors. */
  #written(random: Random): GrowingBytes {
    const style = random.pick(STYLES);
    const count = this.#changes.length;
    const chooseThreshold = () => (random.chance(0.3) ? count : random.below(count + 1));
    const sizeThreshold = style === "some pages" ? chooseThreshold() : style === "nothing" ? 0 : count;
    const thresholds = new Map<number, number>();
    const thresholdOf = (page: number): number => {
      if (style !== "some pages") return style === "everything" ? count : 0;
      const threshold = thresholds.get(page) ?? chooseThreshold();
      thresholds.set(page, threshold);
      return threshold;
    };
    const left = new GrowingBytes(this.#safe.view());
    let sizeBytes = left.sizeBytes;
    this.#changes.forEach((change, index) => {
      if (index < sizeThreshold) sizeBytes = sizeAfter(sizeBytes, change);
      if ("truncatedTo" in change) {
        for (let start = change.truncatedTo; start < left.sizeBytes; start = endOfPage(start)) {
          if (index < thresholdOf(pageOf(start))) left.clear(start, endOfPage(start));
        }
        return;
      }
      for (const page of pagesOf(change)) {
        if (index >= thresholdOf(page)) continue;
        const isTorn = style === "some pages" && index === thresholdOf(page) - 1 && random.chance(0.2);
        const tornAt = page * PAGE_BYTES + random.below(PAGE_BYTES / SECTOR_BYTES) * SECTOR_BYTES;
        writePart(left, change, page * PAGE_BYTES, isTorn ? tornAt : (page + 1) * PAGE_BYTES);
      }
    });
    left.resize(sizeBytes);
    return left;
  }
}

const pageOf = (offset: number): number => Math.floor(offset / PAGE_BYTES);
const endOfPage = (offset: number): number => (pageOf(offset) + 1) * PAGE_BYTES;

function pagesOf({ offset, bytes }: Write): number[] {
  const first = pageOf(offset);
  return Array.from({ length: pageOf(offset + bytes.length - 1) - first + 1 }, (_, index) => first + index);
}

const sizeAfter = (sizeBytes: number, change: Change): number =>
  "truncatedTo" in change ? change.truncatedTo : Math.max(sizeBytes, change.offset + change.bytes.length);

/** Applies the part of a write that lies in a range of the file. */
function writePart(target: GrowingBytes, { offset, bytes }: Write, start: number, end: number): void {
  const [from, to] = [Math.max(offset, start), Math.min(offset + bytes.length, end)];
  if (from < to) target.write(from, bytes.subarray(from - offset, to - offset));
}
