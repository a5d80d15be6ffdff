import { buffer } from "node:stream/consumers";
import { z } from "zod";
import type { ObjectStorage } from "../../platform/storage/object-storage.ts";
import { eachAtOnce } from "../../platform/concurrency/each-at-once.ts";
import { BackupError } from "../backup/manifest.ts";
import { isSuspicious, recordIdOf } from "../retention/orphan-rules.ts";
import type { Tally } from "../retention/tally.ts";
import type { Copy } from "./picture-copies.ts";
import type { PictureRecord } from "./record-picture-store.ts";

const DELETES_AT_ONCE = 8;
/** File with the times since when copies belong to no record: their names with ISO 8601 times. */
const UNNAMED_FILE = "unnamed.json";
const unnamedSince = z.record(z.string(), z.iso.datetime());

type Rules = { keptMs: number | undefined; nowMs: () => number; mustBeEncrypted: boolean };

/**
 * Finds, of the copies of a range, those whose time has ended: the picture was deleted `keptMs` ago, or there is an
 * encrypted copy beside a plain one. Those that no record names are returned apart.
 */
export function sortOut(copies: readonly Copy[], records: readonly PictureRecord[], rules: Rules) {
  const { keptMs, nowMs, mustBeEncrypted } = rules;
  const byId = new Map(records.map((record) => [record.id, record]));
  const encrypted = new Set(copies.filter(({ isEncrypted }) => isEncrypted).map(({ key }) => key));
  const ended: string[] = [];
  const unnamed: string[] = [];
  for (const { key, name, isEncrypted } of copies) {
    const record = byId.get(recordIdOf(key) ?? "");
    const isNamed = record?.pictures.some((picture) => picture.key === key) ?? false;
    if (mustBeEncrypted && !isEncrypted && encrypted.has(key)) ended.push(name);
    else if (isNamed) continue;
    else if (record?.deletedAt === undefined) unnamed.push(name);
    else if (keptMs !== undefined && record.deletedAt.getTime() <= nowMs() - keptMs) ended.push(name);
  }
  return { ended, unnamed };
}

export async function deleteCopies(place: ObjectStorage, names: readonly string[]): Promise<number> {
  await eachAtOnce(names, DELETES_AT_ONCE, (name) => place.delete(name));
  return names.length;
}

type Place = { place: ObjectStorage; keptMs: number | undefined; nowMs: () => number; note: (line: string) => void };

/**
 * Deletes copies that belong to no record once they have not for `keptMs`. A database that was restored to an earlier
 * time has fewer records: nothing is deleted while there are many such copies.
 */
export async function endUnnamed(
  { place, keptMs, nowMs, note }: Place,
  { unnamed, seen }: { unnamed: Tally; seen: number },
): Promise<{ deleted: number; refused: boolean }> {
  const known = await readUnnamed(place);
  const now = new Date(nowMs()).toISOString();
  const since = Object.fromEntries(unnamed.keys.map((name) => [name, known[name] ?? now]));
  const refused = isSuspicious({ unnamed: unnamed.count, seen });
  if (refused)
    note(
      `${unnamed.count} of ${seen} pictures in the backup belong to no record, so none of them was deleted: is this the backup of another ` +
        "database, or was the database restored to an earlier time?",
    );
  const isOver = (name: string) => keptMs !== undefined && Date.parse(since[name] ?? now) <= nowMs() - keptMs;
  const ended = refused ? [] : Object.keys(since).filter(isOver);
  const deleted = await deleteCopies(place, ended);
  for (const name of ended) delete since[name];
  if (Object.keys(since).length > 0) await place.write(UNNAMED_FILE, Buffer.from(JSON.stringify(since)));
  else if (Object.keys(known).length > 0) await place.delete(UNNAMED_FILE);
  return { deleted, refused };
}

async function readUnnamed(place: ObjectStorage): Promise<Record<string, string>> {
  const bytes = await place.read(UNNAMED_FILE);
  if (!bytes) return {};
  try {
    return unnamedSince.parse(JSON.parse(String(await buffer(bytes))));
  } catch (error) {
    throw new BackupError(`${UNNAMED_FILE} in the backup of pictures is damaged: delete it.`, { cause: error });
  }
}
