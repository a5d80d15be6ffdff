import { setTimeout as delay } from "node:timers/promises";
import { decodePicture } from "../base/pictures/decode-picture.ts";
import { type DroppedFile, listPictures, moveDropped, readDropped } from "./drop-folder.ts";
import { keyOf, openSeenFiles } from "./seen-files.ts";
import type { FoundFile, SeenFiles } from "./seen-files.ts";
import { SourceError } from "./source-error.ts";
import type { Picture, SourceSettings } from "./source.ts";

export type FolderOptions = { folder: string; moveTo?: string | undefined; poll: number; giveUpAfter: number };

/** Folder inside the watched one for files that never became readable, where files are moved at all. */
const UNREADABLE = "unreadable";

/**
 * Every picture of a folder, once, by time and then by name. Looks every `poll` seconds, which works on network shares
 * as well; a file is read when two looks in a row found the same size and time, and it decodes to its last byte. One
 * that stays unreadable is reported and set aside. A picture counts as read when the generator is continued: one whose
 * consumer ended before that is read again, with the same key.
 */
export async function* watchFolder(
  { folder, moveTo, poll, giveUpAfter }: FolderOptions,
  { monotonicMs, onWaiting, onWarning, stateFile, ...limits }: SourceSettings,
  signal: AbortSignal,
): AsyncGenerator<Picture> {
  const startMs = monotonicMs();
  let before = await listPictures(folder);
  const seen = openSeenFiles(stateFile, before);
  // Where pictures stay, those of the time before the first start are old. Where they are moved, all are new.
  if (seen.isNew && moveTo === undefined) before.forEach((file) => seen.add(file));
  const unreadableSince = new Map<string, number>();
  let lastPtsMs = 0;
  while (!signal.aborted) {
    onWaiting(true);
    await delay(poll * 1000, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    onWaiting(false);
    const found = await listPictures(folder);
    for (const file of found) {
      if (signal.aborted) return;
      if (seen.has(file) || !before.some((other) => isSame(other, file))) continue;
      const sinceMs = unreadableSince.get(file.name) ?? monotonicMs();
      const reading = await readPicture(folder, file, limits);
      if (typeof reading !== "string") {
        lastPtsMs = Math.max(lastPtsMs + 1, monotonicMs() - startMs);
        yield { ptsMs: lastPtsMs, key: keyOf(file), ...reading };
        if (signal.aborted) return;
      } else if (mayComplete(file, monotonicMs() - sinceMs, giveUpAfter)) {
        unreadableSince.set(file.name, sinceMs);
        continue;
      } else {
        onWarning(`${file.name} in ${folder} was set aside: ${reading}`);
      }
      unreadableSince.delete(file.name);
      await settle(folder, file, typeof reading === "string" ? moveTo && UNREADABLE : moveTo, seen);
    }
    before = found;
  }
}

/** A regular file may still be being written. */
const mayComplete = ({ problem }: DroppedFile, unreadableMs: number, giveUpAfter: number) =>
  problem === null && unreadableMs < giveUpAfter * 1000;

const isSame = (one: FoundFile, other: FoundFile) =>
  one.name === other.name && one.sizeBytes === other.sizeBytes && one.modifiedMs === other.modifiedMs;

/** The picture, or why it cannot be read; a decoder repeats its sentence for every damaged part. */
export async function readPicture(
  folder: string,
  file: DroppedFile,
  limits: Parameters<typeof decodePicture>[1],
): Promise<Awaited<ReturnType<typeof decodePicture>> | string> {
  try {
    return await decodePicture(await readDropped(folder, file), limits);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return [...new Set(message.split("\n"))].join("; ");
  }
}

/** Moves a file that was read or given up, or remembers it. */
async function settle(folder: string, file: DroppedFile, target: string | undefined, seen: SeenFiles): Promise<void> {
  if (!target) return seen.add(file);
  try {
    await moveDropped(folder, file, target);
  } catch (error) {
    // Not to be read again, even where it cannot be moved.
    seen.add(file);
    const reason = error instanceof Error ? error.message : String(error);
    throw new SourceError("other", `${file.name} cannot be moved into ${target} of ${folder}: ${reason}`, {
      cause: error,
    });
  }
}
