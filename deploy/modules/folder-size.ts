import { lstatSync, readdirSync } from "node:fs";
import path from "node:path";

const BLOCK_BYTES = 512;

/** Size of a folder on the disk in MiB, as `du` counts it: a file with several names counts once. */
export function folderMebibytes(folder: string): number {
  const counted = new Set<number>();
  const bytesOf = (place: string): number => {
    const stat = lstatSync(place);
    if (counted.has(stat.ino)) return 0;
    if (stat.nlink > 1) counted.add(stat.ino);
    const inner = stat.isDirectory() ? readdirSync(place).map((name) => bytesOf(path.join(place, name))) : [];
    return inner.reduce((sum, each) => sum + each, stat.blocks * BLOCK_BYTES);
  };
  return bytesOf(folder) / 1_048_576;
}
