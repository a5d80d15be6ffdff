import { buffer } from "node:stream/consumers";
import type { Database } from "../../platform/db/database.ts";
import type { ObjectStorage } from "../../platform/storage/object-storage.ts";
import { eachAtOnce } from "../../platform/concurrency/each-at-once.ts";
import type { Opener } from "../backup/encryption.ts";
import { recordIdOf } from "../retention/orphan-rules.ts";
import { pairRecords } from "../retention/pair-records.ts";
import { OBJECT_FOLDERS, type ObjectFolder } from "../retention/picture-store.ts";
import { createTally, type Tally } from "../retention/tally.ts";
import { hashOf, listCopies, readCopy } from "./picture-copies.ts";
import { findPictures, type IdRange, type Picture } from "./record-picture-store.ts";

export type PictureRestore = {
  db: Database;
  storage: ObjectStorage;
  /** Storage of the copies. */
  place: ObjectStorage;
  open: Opener;
  note: (line: string) => void;
};

const AT_ONCE = 8;
const MAX_KEYS = 20;

/**
 * Restores every picture that a record names, the storage lacks and the backup has, once its bytes were compared with
 * the hash in the record. The service may keep running.
 */
export async function restorePictures(parts: PictureRestore): Promise<{ restored: number; lacking: Tally }> {
  const { db, storage, note } = parts;
  const lacking = createTally(MAX_KEYS);
  let restored = 0;
  for (const folder of OBJECT_FOLDERS) {
    const readRecords = (range: IdRange) => findPictures(db, folder, range);
    for await (const { objects, records } of pairRecords(storage.list(folder), readRecords)) {
      const stored = new Set(objects.map(({ key }) => key));
      const wanted = records.flatMap(({ pictures }) => pictures).filter(({ key }) => !stored.has(key));
      await eachAtOnce(wanted, AT_ONCE, async (picture) => {
        if (await restorePicture(parts, folder, picture)) restored += 1;
        else lacking.add([picture.key]);
      });
    }
    note(`${folder}: ${restored} pictures restored so far`);
  }
  return { restored, lacking };
}

/** False where no copy has the bytes that were recorded. */
async function restorePicture(
  { storage, place, open }: PictureRestore,
  folder: ObjectFolder,
  { key, sha256 }: Picture,
): Promise<boolean> {
  for await (const copy of listCopies(place, folder, recordIdOf(key))) {
    if (copy.key !== key) continue;
    const stored = await readCopy(place, copy);
    if (!stored) continue;
    const picture = await buffer(open(copy.name, new Blob([stored]).stream()));
    if (sha256 !== undefined && hashOf(picture) !== sha256) continue;
    await storage.write(key, picture);
    return true;
  }
  return false;
}
