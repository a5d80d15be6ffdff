import { createHash } from "node:crypto";
import { copyFile, link, mkdir, readdir, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import { hasCode } from "../../../platform/db/error-code.ts";
import { type ObjectStorage, StorageUnavailableError } from "../../../platform/storage/object-storage.ts";
import { type DayFile, keyOfFile } from "./file-store.ts";

/** The storage has no object of a file, or other bytes than were written. */
export class DamagedFileError extends Error {
  override name = "DamagedFileError";
}

export type LocalCopies = {
  /** Puts a verified copy of a stored file into a folder, and returns its path. */
  copyTo: (folder: string, file: DayFile) => Promise<string>;
};

type Kept = { sizeBytes: number; usedMs: number };

/**
 * Keeps copies of stored files up to `maxBytes`; those that were not used for longest go first. A reader gets a second
 * name of a copy in a folder of its own, so its file stays whatever goes here, also when several processes share the
 * folder.
 */
export function createLocalCopies({
  storage,
  folder,
  maxBytes,
  nowMs,
}: {
  storage: ObjectStorage;
  folder: string;
  maxBytes: number;
  nowMs: () => number;
}): LocalCopies {
  let listing: Promise<Map<string, Kept>> | undefined;
  const forget = async (kept: Map<string, Kept>) => {
    let totalBytes = [...kept.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    for (const [name, { sizeBytes }] of [...kept].toSorted(([, one], [, other]) => one.usedMs - other.usedMs)) {
      if (totalBytes <= maxBytes) return;
      await rm(pathInside(folder, name), { force: true });
      kept.delete(name);
      totalBytes -= sizeBytes;
    }
  };
  return {
    async copyTo(target, file) {
      const kept = await (listing ??= list(folder));
      const name = `${file.id}.${file.kind}.parquet`;
      const [copy, own] = [pathInside(folder, name), pathInside(target, name)];
      if (kept.has(name) && (await linkIfThere(copy, own))) {
        const now = new Date(nowMs());
        await utimes(own, now, now);
        kept.set(name, { sizeBytes: file.sizeBytes, usedMs: now.getTime() });
        return own;
      }
      await fetchFile(storage, file, own);
      await linkIfThere(own, copy);
      kept.set(name, { sizeBytes: file.sizeBytes, usedMs: nowMs() });
      await forget(kept);
      return own;
    },
  };
}

async function list(folder: string): Promise<Map<string, Kept>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const kept = new Map<string, Kept>();
  for (const name of await readdir(folder)) {
    const found = await stat(pathInside(folder, name)).catch(() => undefined);
    if (found) kept.set(name, { sizeBytes: found.size, usedMs: found.mtimeMs });
  }
  return kept;
}

/** Gives a file a second name, or copies it where the file system has no links; false if the file is missing. */
async function linkIfThere(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return false;
    if (hasCode(error, "EEXIST")) return true;
    await copyFile(from, `${to}.new`);
    await rename(`${to}.new`, to);
  }
  return true;
}

/**
 * Reads a stored file into a new local one.
 * @throws DamagedFileError if the storage has not the bytes that were written
 */
export async function fetchFile(storage: ObjectStorage, file: DayFile, target: string): Promise<void> {
  const key = keyOfFile(file);
  const stream = await storage.read(key);
  if (!stream) throw new DamagedFileError(`The storage has lost ${key}.`);
  const bytes = await buffer(stream).catch((error: unknown) => {
    throw new StorageUnavailableError(`The storage could not read ${key}: ${String(error)}`, { cause: error });
  });
  if (createHash("sha256").update(bytes).digest("hex") !== file.sha256)
    throw new DamagedFileError(`The storage has other bytes under ${key} than were written.`);
  await writeFile(target, bytes, { mode: 0o600 });
}
