import { access, constants, type FileHandle, lstat, mkdir, open, readdir, rename, rm, rmdir } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { FileStorage } from "@flystorage/file-storage";
import { LocalStorageAdapter } from "@flystorage/local-fs";
import pLimit, { type LimitFunction } from "p-limit";
import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import { hasCode } from "../db/error-code.ts";
import { createFolderSync, makeFolder } from "./durable-files.ts";
import { checkKey, isKey, type ObjectStorage, type StoredObject, StorageUnavailableError } from "./object-storage.ts";

/**
 * Folder for files while they are written; files that a crash leaves in it are listed, and found, like any object
 * that no row names.
 */
const UNFINISHED = "unfinished";
/** The folder of all objects, as a key. */
const TOP = ".";
/**
 * Syncs at once. Each holds one of the four threads that Node.js has for files, passwords and names: on a slow disk one
 * of them stays free, so that people can still sign in.
 */
const MAX_SYNCS = 3;
/** Modes that let only the account of the service read pictures, whatever the umask is. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * Stores objects as files under a folder. A write goes to a separate file, is synced, and is renamed in one step,
 * which is synced too: after a crash a key holds all of its bytes or none.
 */
export function createFileStorage(folder: string, newId: () => string): ObjectStorage {
  const syncing = pLimit(MAX_SYNCS);
  const files = new FileStorage(new LocalStorageAdapter(folder));
  const place = (key: string) => (key === TOP ? folder : pathInside(folder, key));
  const syncFolder = createFolderSync(syncing);
  return {
    async write(key, bytes) {
      checkKey(key);
      await attempt(`write ${place(key)}`, async () => {
        const unfinished = place(`${UNFINISHED}/${newId()}`);
        try {
          await writeSynced(unfinished, bytes, syncing);
          await mkdir(path.dirname(place(key)), { recursive: true, mode: FOLDER_MODE });
          await rename(unfinished, place(key));
        } catch (error) {
          await rm(unfinished, { force: true });
          throw error;
        }
        await Promise.all(parentsOf(key).map((parent) => syncFolder(place(parent))));
      });
    },
    // Not through flystorage, which reads whole files only, and keeps one open for ever when its reader gives up.
    async read(key, range) {
      checkKey(key);
      return attempt(`read ${place(key)}`, async () => {
        const file = await openFile(place(key));
        return file && (Readable.toWeb(file.createReadStream(range)) as ReadableStream<Uint8Array>);
      });
    },
    async delete(key) {
      checkKey(key);
      await attempt(`delete ${place(key)}`, async () => {
        await ifExists(files.deleteFile(key));
        // A folder that is left empty goes too; one that is not stays.
        if (key.includes("/")) await rmdir(place(path.dirname(key))).catch(() => undefined);
      });
    },
    list(listed) {
      checkKey(listed);
      return list(folder, listed);
    },
    async check() {
      await attempt(`use the folder ${folder}`, async () => {
        await makeFolder(folder, FOLDER_MODE);
        await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
      });
    },
  };
}

/** Distinguishes a failure of the system, such as a full disk, from a mistake of this program. */
async function attempt<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StorageUnavailableError(`The storage could not ${what}: ${why}`, { cause: error });
  }
}

/** The file of this key, or all files under the folder of this name. Only names are held, as there may be a million. */
async function* list(folder: string, key: string): AsyncGenerator<StoredObject> {
  const place = pathInside(folder, key);
  const stat = await attempt(`look at ${place}`, () => ifExists(lstat(place)));
  if (stat?.isFile()) yield { key, modifiedAt: stat.mtime };
  if (!stat?.isDirectory()) return;
  const names = await attempt(`list ${place}`, () => ifExists(readdir(place)));
  // Files that people put beside the objects are skipped: no key names them.
  for (const name of (names ?? []).filter(isKey).sort()) yield* list(folder, `${key}/${name}`);
}

/** The result of work on a file or folder; undefined if it does not exist. */
async function ifExists<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return undefined;
    throw error;
  }
}

/** Opens a file to read; undefined when nothing has this name, or a folder does. */
async function openFile(place: string): Promise<FileHandle | undefined> {
  const file = await ifExists(open(place, "r"));
  if (!file || (await file.stat()).isFile()) return file;
  await file.close();
  return undefined;
}

/** The folders that a key lies in, the nearest first, the top last. */
function parentsOf(key: string): string[] {
  const parent = path.dirname(key);
  return parent === TOP ? [TOP] : [parent, ...parentsOf(parent)];
}

/** Writes a new file, and resolves once its bytes are on the disk. Makes its folder where that is missing. */
async function writeSynced(place: string, bytes: Uint8Array, syncing: LimitFunction): Promise<void> {
  const file = (await ifExists(open(place, "wx", FILE_MODE))) ?? (await makeFolderAndOpen(place));
  try {
    await file.writeFile(bytes);
    await syncing(() => file.sync());
  } finally {
    await file.close();
  }
}

async function makeFolderAndOpen(place: string): Promise<FileHandle> {
  await mkdir(path.dirname(place), { recursive: true, mode: FOLDER_MODE });
  return open(place, "wx", FILE_MODE);
}
