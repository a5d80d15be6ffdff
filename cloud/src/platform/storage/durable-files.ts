import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, open, readdir } from "node:fs/promises";
import path from "node:path";
import type { LimitFunction } from "p-limit";
import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import { hasCode } from "../db/error-code.ts";

const OWNER_ONLY = 0o600;

/** Makes a file's bytes, or the names in a folder, survive a power cut. */
export async function sync(place: string): Promise<void> {
  const handle = await open(place, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Puts the names in a folder on the disk. Writers that ask while a sync of their folder is under way share the next
 * one, since that one begins after what each of them did. `syncing` bounds how many syncs run at once.
 */
export function createFolderSync(syncing: LimitFunction): (folder: string) => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const waiting = new Map<string, Promise<void>>();
  const begin = async (folder: string) => {
    // From here on, names that are added may come too late for this sync.
    waiting.delete(folder);
    const current = sync(folder);
    running.set(folder, current);
    try {
      await current;
    } finally {
      if (running.get(folder) === current) running.delete(folder);
    }
  };
  const start = async (folder: string) => {
    await running.get(folder)?.catch(() => {});
    await syncing(() => begin(folder));
  };
  return (folder) => {
    const next = waiting.get(folder) ?? start(folder);
    waiting.set(folder, next);
    return next;
  };
}

/** Creates a folder, and the folders above it that are missing, so that they survive a power cut. */
export async function makeFolder(folder: string, mode?: number): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode });
  for (const parent of parentsOfNew(folder, first)) await sync(parent);
}

/** Makes all files and folders below a folder, whose bytes are synced, survive a power cut by their names. */
export async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await syncFolders(pathInside(folder, entry.name));
  }
  await sync(folder);
}

/**
 * Creates a small file for its owner alone, whole and durable when it returns; a file that is already there stays. Its
 * name appears only once its content is safe, so that no process and no power cut finds a part of it.
 */
export function createFile(file: string, text: string): void {
  withDraft(file, text, (draft) => {
    try {
      linkSync(draft, file);
    } catch (error) {
      // A file system without hard links takes the name in one step as well, though the last of two programs wins
      // there.
      if (hasCode(error, "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS")) renameSync(draft, file);
      else if (!hasCode(error, "EEXIST")) throw error;
    }
    rmSync(draft, { force: true });
  });
}

/**
 * Writes a small file for its owner alone, durable when it returns, in place of one that is already there: at any
 * moment there is the old one or the new one.
 */
export function replaceFile(file: string, text: string): void {
  withDraft(file, text, (draft) => renameSync(draft, file));
}

function withDraft(file: string, text: string, place: (draft: string) => void): void {
  const folder = path.dirname(file);
  const first = mkdirSync(folder, { recursive: true });
  for (const parent of parentsOfNew(folder, first)) syncNow(parent);
  const draft = `${file}.${process.pid}.new`;
  try {
    writeFileSync(draft, text, { mode: OWNER_ONLY, flush: true });
    place(draft);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  syncNow(folder);
}

function syncNow(place: string): void {
  const descriptor = openSync(place, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The folders that hold the new ones: `first` is the highest folder that `mkdir` made on the way to `folder`. */
function parentsOfNew(folder: string, first: string | undefined): string[] {
  if (first === undefined) return [];
  const highest = path.dirname(path.resolve(first));
  const parents: string[] = [];
  for (let made = path.resolve(folder); made !== highest; made = path.dirname(made)) parents.push(path.dirname(made));
  return parents;
}
