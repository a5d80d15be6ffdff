import type { Database } from "../../platform/db/database.ts";
import type { ObjectStorage } from "../../platform/storage/object-storage.ts";
import { BackupError } from "../backup/manifest.ts";
import { recordIdOf } from "../retention/orphan-rules.ts";
import { pairRecords } from "../retention/pair-records.ts";
import { OBJECT_FOLDERS } from "../retention/picture-store.ts";
import { listCopies } from "./picture-copies.ts";
import { findPictures, type IdRange } from "./record-picture-store.ts";

/**
 * Refuses a place whose copies are all of another installation: to this database they would look like copies of records
 * that are lost, which a backup deletes after a time. Ends at the first copy that belongs to a record of this database.
 */
export async function checkOwnCopies(db: Database, place: ObjectStorage): Promise<void> {
  let strangers = 0;
  for (const folder of OBJECT_FOLDERS) {
    const readRecords = (range: IdRange) => findPictures(db, folder, range);
    for await (const { objects: copies, records } of pairRecords(listCopies(place, folder), readRecords)) {
      const ids = new Set(records.map(({ id }) => id));
      if (copies.some(({ key }) => ids.has(recordIdOf(key) ?? ""))) return;
      strangers += copies.length;
    }
  }
  if (strangers === 0) return;
  throw new BackupError(
    `The place has ${strangers} copies of pictures, and this database knows none of them: it is the backup of another installation. ` +
      "Nothing was copied or deleted. Check the place and DATABASE_URL; each installation needs a place of its own.",
  );
}
