import { statfs } from "node:fs/promises";

/** The free space of a folder's disk that a process without root privileges can use; undefined if it cannot be read. */
export async function readDisk(folder: string): Promise<{ freeBytes: number; totalBytes: number } | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return undefined;
  }
}
