import { createHash } from "node:crypto";
import { idFloor } from "@container-inspection/shared-schemas/object-id";
import type { Needs } from "../parts.ts";
import { findKeptPictures } from "./copy-store.ts";
import { recordIdOf } from "./orphan-rules.ts";
import { PICTURE_FOLDERS, type PictureFolder } from "./picture-store.ts";
import type { MayGoOn } from "./maintenance-work.ts";

/** A sender soon repeats an interrupted write; later copies are not looked for. */
const RETRIED_WITHIN_MS = 7 * 86_400_000;
/** Records looked at together. */
const BATCH = 50;
/** Records that one run looks at; the next run continues. */
const MAX_RECORDS = 2_000;

/** Pictures that one write left: their keys, and the id that its record would have. */
type Leftover = { id: string; keys: string[] };

/**
 * Finds, among pictures that belong to no record, the keys of those that a later record has as well: a process that
 * dies between storing pictures and its commit leaves them, and the sender writes them again under another id. They
 * are recognised by the SHA-256 of the stored bytes, and only while the record's own picture is stored, too; the
 * pictures drawn from one are included. Ends early at a batch without copies: then the pictures have another cause.
 */
export async function findCopies(
  parts: Needs<"db" | "storage">,
  keys: readonly string[],
  mayGoOn: MayGoOn,
): Promise<string[]> {
  const copies: string[] = [];
  for (const folder of PICTURE_FOLDERS) {
    const leftovers = groupById(keys.filter((key) => key.startsWith(`${folder}/`))).slice(0, MAX_RECORDS);
    for (let at = 0; at < leftovers.length && (await mayGoOn()); at += BATCH) {
      const found = await findInBatch(parts, folder, leftovers.slice(at, at + BATCH));
      copies.push(...found);
      if (found.length === 0) break;
    }
  }
  return copies;
}

function groupById(keys: readonly string[]): Leftover[] {
  const groups = Map.groupBy(keys, (key) => recordIdOf(key) ?? "");
  return [...groups].map(([id, own]) => ({ id, keys: own })).toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

async function findInBatch(
  parts: Needs<"db" | "storage">,
  folder: PictureFolder,
  batch: readonly Leftover[],
): Promise<string[]> {
  const hashed = new Map<Leftover, string>();
  for (const leftover of batch) {
    const image = leftover.keys.find((key) => key.endsWith("/image"));
    const sha256 = image && (await hashOf(parts, image));
    if (sha256) hashed.set(leftover, sha256);
  }
  const [first, last] = [batch[0], batch.at(-1)];
  if (hashed.size === 0 || !first || !last) return [];
  const range = { sha256s: [...new Set(hashed.values())], afterId: first.id, beforeId: laterId(last.id) };
  const kept = await findKeptPictures(parts.db, folder, range);
  for (const [sha256, key] of kept) if (!(await isStored(parts, key))) kept.delete(sha256);
  return [...hashed].flatMap(([{ keys }, sha256]) => (kept.has(sha256) ? keys : []));
}

async function hashOf({ storage }: Needs<"storage">, key: string): Promise<string | undefined> {
  const bytes = await storage.read(key);
  if (!bytes) return undefined;
  const hash = createHash("sha256");
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest("hex");
}

async function isStored({ storage }: Needs<"storage">, key: string): Promise<boolean> {
  const bytes = await storage.read(key);
  await bytes?.cancel();
  return bytes !== undefined;
}

/** Ids begin, after the prefix of evidence, with the milliseconds at which they were made. */
function laterId(id: string): string {
  const [, prefix = "", time = ""] = /^(\D*_)?([0-9a-f]{12})/.exec(id) ?? [];
  return prefix + idFloor(Number.parseInt(time, 16) + RETRIED_WITHIN_MS);
}
