import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, rmSync, statfsSync, statSync, writeSync } from "node:fs";
import path from "node:path";

/** Bytes that draining needs on a full disk, for folding the rest of the write-ahead log into the database. */
export const DRAIN_BYTES = 16 * 1024 ** 2;
const CHUNK_BYTES = 1024 * 1024;
/** Free space, in ballasts, from which on the ballast is put back. */
const SPACE_TO_RESTORE = 2;

/** Free bytes of the disk of a file. */
function freeBytesAt(file: string): number {
  const { bavail, bsize } = statfsSync(path.dirname(file));
  return bavail * bsize;
}

/** Bytes of the disk that captures may still take; null when the disk does not report them. */
export function spareDiskBytes(file: string, ballast: { sizeBytes: number; inPlace: boolean }): number | null {
  try {
    const reservedBytes = ballast.inPlace ? 0 : Math.min(ballast.sizeBytes, DRAIN_BYTES);
    return Math.max(0, freeBytesAt(file) - reservedBytes);
  } catch {
    return null;
  }
}

/** A file that only takes up space, given up when the disk is so full that not even deleting works. */
export type Ballast = {
  inPlace(): boolean;
  /** Returns true if draining has its space: in the ballast, or free on the disk. */
  isCovered(): boolean;
  /** Puts the file in place when there is ample space; leaves it when there is not. */
  restore(): void;
  /** Gives the space back; returns whether there was any. */
  release(): boolean;
};

/** `file` is the ballast's own; a size of 0 means that there is none, which counts as in place. */
export function createBallast(file: string, sizeBytes: number): Ballast {
  const inPlace = () => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= sizeBytes;
  const freeBytes = () => freeBytesAt(file);
  return {
    inPlace,
    isCovered: () => inPlace() || freeBytes() >= Math.min(sizeBytes, DRAIN_BYTES),
    restore() {
      if (inPlace()) return;
      if (freeBytes() < SPACE_TO_RESTORE * sizeBytes) return;
      try {
        fill(file, sizeBytes);
      } catch {
        // The space was taken during this: the next drained outbox tries again, and `inPlace` reports it until then.
        rmSync(file, { force: true });
      }
    },
    release() {
      const wasThere = statSync(file, { throwIfNoEntry: false }) !== undefined;
      rmSync(file, { force: true });
      return wasThere;
    },
  };
}

/** Random bytes, because a file system may store zeros in no space at all. */
function fill(file: string, sizeBytes: number): void {
  const descriptor = openSync(file, "w");
  try {
    const chunk = randomBytes(CHUNK_BYTES);
    for (let written = 0; written < sizeBytes;) {
      written += writeSync(descriptor, chunk, 0, Math.min(CHUNK_BYTES, sizeBytes - written));
    }
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
