import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { FileStorage } from "@flystorage/file-storage";
import { LocalStorageAdapter } from "@flystorage/local-fs";
import { hasCode } from "../db/error-code.ts";
import type { ObjectStorage } from "./object-storage.ts";

/** Segments of letters, digits, `-`, `_` and inner dots: no key leads out of the folder. */
const KEY = /^[A-Za-z0-9_][\w.-]*(?:\/[A-Za-z0-9_][\w.-]*)*$/;

/**
 * Keeps objects as files under a folder. A write goes to a file of its own beside the others, is synced, and takes its
 * name in one step: after a crash a key holds all of its bytes or none.
 */
export function createFileStorage(folder: string, newId: () => string): ObjectStorage {
  const files = new FileStorage(new LocalStorageAdapter(folder));
  return {
    async write(key, bytes) {
      checkKey(key);
      const unfinished = `.unfinished/${newId()}`;
      try {
        await files.write(unfinished, Readable.from([bytes]));
        await sync(path.join(folder, unfinished));
        await files.moveFile(unfinished, key);
      } catch (error) {
        await files.deleteFile(unfinished);
        throw error;
      }
      await Promise.all(parentsOf(key).map((parent) => sync(path.join(folder, parent))));
    },
    // Not through flystorage, which reads whole files only, and keeps one open for ever when its reader gives up.
    async read(key, range) {
      checkKey(key);
      const file = await openFile(path.join(folder, key));
      return file && (Readable.toWeb(file.createReadStream(range)) as ReadableStream<Uint8Array>);
    },
    async delete(key) {
      checkKey(key);
      await files.deleteFile(key);
    },
  };
}

function checkKey(key: string): void {
  if (!KEY.test(key)) throw new Error(`"${key}" is not a storage key`);
}

/** Opens a file to read; undefined when nothing of this name is there, or a folder is. */
async function openFile(place: string): Promise<FileHandle | undefined> {
  let file: FileHandle;
  try {
    file = await open(place, "r");
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return undefined;
    throw error;
  }
  if ((await file.stat()).isFile()) return file;
  await file.close();
  return undefined;
}

/** The folders that a key lies in, the nearest first, `.` last. */
function parentsOf(key: string): string[] {
  const parent = path.dirname(key);
  return parent === "." ? ["."] : [parent, ...parentsOf(parent)];
}

/** Has the system put a file, or the names in a folder, on the disk. */
async function sync(place: string): Promise<void> {
  const handle = await open(place, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
