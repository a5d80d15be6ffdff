/** A stored object as the search for orphans sees it. */
export type SeenObject = { key: string; modifiedAt: Date };
/** A record with the keys of the objects it must have; none once it, or they, were deleted. */
export type RecordPictures = { id: string; receivedAt: Date; keys: readonly string[] };

export type Comparison = {
  /** Objects of records that were deleted, or whose pictures were. */
  leftOver: string[];
  /** Objects of no record at all. */
  unnamed: string[];
  /** Keys that records name and the storage lacks. */
  missing: string[];
};

/**
 * Younger objects and records are ignored: a write never takes this long from its first byte to its commit, nor do
 * clocks differ that much.
 */
const MIN_AGE_MS = 86_400_000;
/** Number of objects without a record that counts as normal; more must be a small share of all. */
const FEW = 100;
const SMALL_SHARE = 0.1;

const PICTURE_KEY = /^(?:scans|evidence)\/((?:ev_)?[0-9a-f]{24})\/(?:image|visualization|thumbnail)$/;
const PIECE_KEY = /^releases\/([0-9a-f]{24})\/\d{4}$/;
const TRACKING_KEY = /^tracking\/([0-9a-f]{24})\/(?:events|counts)\.parquet$/;

/** The id of the record that a key belongs to; undefined for what this service did not write. */
export function recordIdOf(key: string): string | undefined {
  return (PICTURE_KEY.exec(key) ?? PIECE_KEY.exec(key) ?? TRACKING_KEY.exec(key))?.[1];
}

export const isOld = (at: Date, nowMs: number) => at.getTime() < nowMs - MIN_AGE_MS;

/** Compares all objects of a range of ids with all records of that range. */
export function compare(objects: readonly SeenObject[], records: readonly RecordPictures[], nowMs: number): Comparison {
  const named = new Set(records.flatMap(({ keys }) => keys));
  const known = new Set<string | undefined>(records.map(({ id }) => id));
  const stored = new Set(objects.map(({ key }) => key));
  const orphans = objects.filter(({ key, modifiedAt }) => !named.has(key) && isOld(modifiedAt, nowMs));
  const isLeftOver = ({ key }: SeenObject) => known.has(recordIdOf(key));
  return {
    leftOver: orphans.filter(isLeftOver).map(({ key }) => key),
    unnamed: orphans.filter((object) => !isLeftOver(object)).map(({ key }) => key),
    missing: records
      .filter(({ receivedAt }) => isOld(receivedAt, nowMs))
      .flatMap(({ keys }) => keys.filter((key) => !stored.has(key))),
  };
}

/**
 * True if the number of objects without a record suggests that they belong to another database, or that this one was
 * restored from an old backup: deleting them could destroy pictures that are still needed.
 */
export function isSuspicious({ unnamed, seen }: { unnamed: number; seen: number }): boolean {
  return unnamed > FEW && unnamed > seen * SMALL_SHARE;
}
