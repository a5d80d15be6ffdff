import { recordIdOf } from "./orphan-rules.ts";

/** Objects paired at once. */
const BATCH = 1_000;

/** Reads the next records in the order of their ids: those after `afterId` up to `untilId`, or all without it. */
type ReadRecords<Found> = (range: { afterId: string; untilId: string | undefined; limit: number }) => Promise<Found[]>;

/**
 * Walks stored objects and records side by side, by ranges of ids: each yield has all objects and all records of its
 * range. The last range is open, so that records without any object are found, too. Objects come in the order of their
 * keys; those that belong to no record are left out.
 */
export async function* pairRecords<Seen extends { key: string }, Found extends { id: string }>(
  objects: AsyncIterable<Seen>,
  readRecords: ReadRecords<Found>,
): AsyncGenerator<{ objects: readonly Seen[]; records: readonly Found[] }> {
  let afterId = "";
  for await (const range of byRanges(objects)) {
    yield* pairRange(range.objects, readRecords, { afterId, untilId: range.untilId });
    afterId = range.untilId ?? afterId;
  }
}

/** Objects in ranges of ids: all of an id are in one. The last range, perhaps of none, is open at its end. */
async function* byRanges<Seen extends { key: string }>(objects: AsyncIterable<Seen>) {
  let range: Seen[] = [];
  let lastId: string | undefined;
  for await (const object of objects) {
    const id = recordIdOf(object.key);
    if (id === undefined) continue;
    if (range.length >= BATCH && id !== lastId) {
      yield { objects: range, untilId: lastId };
      range = [];
    }
    range.push(object);
    lastId = id;
  }
  yield { objects: range, untilId: undefined };
}

/** Pairs a range with its records, read in pages: there may be many where objects were lost. */
async function* pairRange<Seen extends { key: string }, Found extends { id: string }>(
  objects: readonly Seen[],
  readRecords: ReadRecords<Found>,
  range: { afterId: string; untilId: string | undefined },
) {
  let [rest, { afterId }] = [objects, range];
  for (;;) {
    const records = await readRecords({ ...range, afterId, limit: BATCH });
    const last = records.length < BATCH ? undefined : records.at(-1);
    const isHere = ({ key }: Seen) => last === undefined || (recordIdOf(key) ?? "") <= last.id;
    yield { objects: rest.filter(isHere), records };
    if (last === undefined) return;
    rest = rest.filter((object) => !isHere(object));
    afterId = last.id;
  }
}
