import { buffer } from "node:stream/consumers";
import type { Clock } from "../../platform/clock.ts";
import { eachAtOnce } from "../../platform/concurrency/each-at-once.ts";
import type { Database } from "../../platform/db/database.ts";
import type { ObjectStorage } from "../../platform/storage/object-storage.ts";
import type { Seal } from "../backup/encryption.ts";
import { BackupError } from "../backup/manifest.ts";
import { pairRecords } from "../retention/pair-records.ts";
import { OBJECT_FOLDERS, type ObjectFolder } from "../retention/picture-store.ts";
import { createTally, type Tally } from "../retention/tally.ts";
import { deleteCopies, endUnnamed, sortOut } from "./end-copies.ts";
import { type Copy, hashOf, listCopies, nameOf } from "./picture-copies.ts";
import { findPictures, type IdRange, type Picture, type PictureRecord } from "./record-picture-store.ts";

export type PictureBackup = {
  db: Database;
  storage: ObjectStorage;
  /** Storage of the copies. */
  place: ObjectStorage;
  seal: Seal;
  /** Time in ms for which copies of deleted pictures are kept; undefined keeps them forever. */
  keptMs: number | undefined;
  nowMs: Clock;
  /** False once this run must end, because another one has taken over. */
  mayGoOn: () => Promise<boolean>;
  note: (line: string) => void;
};

export type PictureBackupOutcome = {
  /** Number of pictures that records name. */
  pictures: number;
  copied: number;
  copiedBytes: number;
  /** Copies of deleted pictures that were deleted. */
  deleted: number;
  /** True if the copies that belong to no record were too many, so that none of them was deleted. */
  refused: boolean;
  /** Keys of what records name and neither the storage nor the backup has. */
  missing: Tally;
  /** Keys of pictures whose bytes in the storage are not those that were recorded; they are not copied. */
  damaged: Tally;
};

const COPIES_AT_ONCE = 8;
/** Maximum number of keys of each kind: enough to investigate the cause. */
const MAX_KEYS = 20;
/** Copies that belong to no record; further ones are found by the next run. */
const MAX_UNNAMED = 10_000;

/**
 * Copies every picture that a record names and the backup lacks, and compares its bytes with the hash in the record.
 * Ends copies of pictures that were deleted. The service may keep running; an interrupted run is continued by the next
 * one.
 */
export async function backUpPictures(parts: PictureBackup): Promise<PictureBackupOutcome> {
  const { db, place, seal, note } = parts;
  const counted: Counted = {
    pictures: 0,
    copied: 0,
    copiedBytes: 0,
    deleted: 0,
    missing: createTally(MAX_KEYS),
    damaged: createTally(MAX_KEYS),
  };
  const unnamed = createTally(MAX_UNNAMED);
  let seen = 0;
  for (const folder of OBJECT_FOLDERS) {
    const readRecords = (range: IdRange) => findPictures(db, folder, range);
    for await (const { objects: copies, records } of pairRecords(listCopies(place, folder), readRecords)) {
      if (!(await parts.mayGoOn())) throw new BackupError("Another backup of pictures has taken over.");
      const made = await copyMissing(parts, folder, { copies, records, counted });
      const sorted = sortOut([...copies, ...made], records, { ...parts, mustBeEncrypted: seal.suffix !== "" });
      counted.deleted += await deleteCopies(place, sorted.ended);
      unnamed.add(sorted.unnamed);
      seen += copies.length;
    }
    note(`${folder}: ${counted.pictures} pictures compared so far, ${counted.copied} copied`);
  }
  const { deleted, refused } = await endUnnamed(parts, { unnamed, seen });
  return { ...counted, deleted: counted.deleted + deleted, refused };
}

type Counted = Omit<PictureBackupOutcome, "refused">;
type Range = {
  copies: readonly Copy[];
  records: readonly PictureRecord[];
  counted: Counted;
};

/** Copies the missing pictures of a range, and returns the new copies. */
async function copyMissing(parts: PictureBackup, folder: ObjectFolder, { copies, records, counted }: Range) {
  const mustBeEncrypted = parts.seal.suffix !== "";
  const present = new Set(copies.filter((copy) => copy.isEncrypted || !mustBeEncrypted).map(({ key }) => key));
  const named = records.flatMap(({ id, pictures }) => pictures.map((picture) => ({ id, picture })));
  counted.pictures += named.length;
  const made: Copy[] = [];
  await eachAtOnce(named, COPIES_AT_ONCE, async ({ id, picture }) => {
    if (present.has(picture.key)) return;
    const copy = await copyPicture(parts, picture);
    if (copy === "damaged") counted.damaged.add([picture.key]);
    // It may have been deleted since its record was read.
    else if (copy === "missing" && (await isNamed(parts, folder, id, picture))) counted.missing.add([picture.key]);
    if (typeof copy === "string") return;
    made.push(copy);
    counted.copied += 1;
    counted.copiedBytes += copy.sizeBytes;
  });
  return made;
}

async function copyPicture(
  { storage, place, seal, nowMs }: PictureBackup,
  { key, sha256 }: Picture,
): Promise<(Copy & { sizeBytes: number }) | "missing" | "damaged"> {
  const bytes = await storage.read(key);
  if (!bytes) return "missing";
  const picture = await buffer(bytes);
  if (sha256 !== undefined && hashOf(picture) !== sha256) return "damaged";
  const stored = await buffer(seal.apply(new Blob([picture]).stream()));
  const name = nameOf(key, stored, seal.suffix);
  await place.write(name, stored);
  const sizeBytes = stored.length;
  return {
    key,
    name,
    sha256: hashOf(stored),
    isEncrypted: seal.suffix !== "",
    modifiedAt: new Date(nowMs()),
    sizeBytes,
  };
}

async function isNamed({ db }: PictureBackup, folder: ObjectFolder, id: string, { key }: Picture): Promise<boolean> {
  const records = await findPictures(db, folder, { afterId: id.slice(0, -1), untilId: id, limit: 100 });
  return records.some(({ pictures }) => pictures.some((picture) => picture.key === key));
}
