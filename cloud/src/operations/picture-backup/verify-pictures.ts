import type { Database } from "../../platform/db/database.ts";
import type { ObjectStorage } from "../../platform/storage/object-storage.ts";
import { eachAtOnce } from "../../platform/concurrency/each-at-once.ts";
import { pairRecords } from "../retention/pair-records.ts";
import { OBJECT_FOLDERS } from "../retention/picture-store.ts";
import { createTally, type Tally } from "../retention/tally.ts";
import { listCopies, readCopy } from "./picture-copies.ts";
import { findPictures, type IdRange } from "./record-picture-store.ts";

type Verification = {
  db: Database;
  place: ObjectStorage;
  /** Share of the copies that are read, from 0 to 1; they are drawn for each run. */
  share: number;
  random: () => number;
  note: (line: string) => void;
};

const AT_ONCE = 4;
const MAX_KEYS = 100;

/**
 * Reads the copies of what records name and compares them with the hashes in their names. Pictures without a copy are
 * counted: the next backup copies them. `copied` is the number of pictures that have a copy, read or not.
 */
export async function verifyPictures({ db, place, share, random, note }: Verification) {
  const [damaged, lacking]: [Tally, Tally] = [createTally(MAX_KEYS), createTally(MAX_KEYS)];
  let [verified, copied] = [0, 0];
  for (const folder of OBJECT_FOLDERS) {
    const readRecords = (range: IdRange) => findPictures(db, folder, range);
    for await (const { objects: copies, records } of pairRecords(listCopies(place, folder), readRecords)) {
      const keys = new Set(copies.map(({ key }) => key));
      const named = new Set(records.flatMap(({ pictures }) => pictures.map(({ key }) => key)));
      const missing = [...named].filter((key) => !keys.has(key));
      lacking.add(missing);
      copied += named.size - missing.length;
      const drawn = copies.filter(({ key }) => named.has(key) && random() < share);
      await eachAtOnce(drawn, AT_ONCE, async (copy) => {
        if (await readCopy(place, copy)) verified += 1;
        else damaged.add([copy.name]);
      });
    }
    note(`${folder}: ${verified} pictures verified so far`);
  }
  return { verified, copied, damaged, lacking };
}
