import type { RecordProvenance } from "@container-inspection/shared-schemas/provenance";
import { and, eq, gte, inArray, isNull, lt, ne, notExists, or, sql } from "drizzle-orm";

import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { sendTogether } from "../../platform/db/send-together.ts";
import { chainBreaks, recordLinks } from "../../platform/db/tables.ts";
import { isSenderFault } from "./break-store.ts";

export type LinkRow = typeof recordLinks.$inferSelect;
export type NewLink = Omit<LinkRow, "isLinked">;

/** A record is reported as missing when it is this late: records overtake each other on the way. */
const GAP_AFTER_MS = 15 * 60_000;

type Chain = Pick<LinkRow, "deviceId" | "cameraId" | "kind" | "keyDeviceId">;

const isNamedAs = (link: Omit<Chain, "keyDeviceId">) =>
  and(
    eq(recordLinks.deviceId, link.deviceId),
    eq(recordLinks.cameraId, link.cameraId),
    eq(recordLinks.kind, link.kind),
  );

const isOfSender = ({ keyDeviceId }: Pick<Chain, "keyDeviceId">) =>
  keyDeviceId === null ? isNull(recordLinks.keyDeviceId) : eq(recordLinks.keyDeviceId, keyDeviceId);

/** The records of one chain: a device's reported name counts only together with the key that it used. */
export const isOfChain = (link: Chain) => and(isNamedAs(link), isOfSender(link));

/** The records that may precede one: those of its chain, and those from before its device had its own key. */
const mayPrecede = (link: Chain) => and(isNamedAs(link), or(isOfSender(link), isNull(recordLinks.keyDeviceId)));

/**
 * The first record on new hardware follows the last one of the hardware that it replaces, which may deliver the rest of
 * its own chain later: these two are no fork.
 */
const isOfSameHardware = (sequence: number) =>
  sequence === 1 ? eq(recordLinks.sequence, 1) : ne(recordLinks.sequence, 1);

/** The record that another one names as the previous one of its chain. */
const previousOf = sql`exists (select 1 from ${recordLinks} before where before.record_sha256 = ${recordLinks.previousSha256}
  and before.device_id = ${recordLinks.deviceId} and before.camera_id = ${recordLinks.cameraId}
  and before.kind = ${recordLinks.kind}
  and (before.key_device_id is null or before.key_device_id = ${recordLinks.keyDeviceId}))`;

/** Relation of a new record to the other records at its place in the chain. */
export type FoundBeside = {
  isReplay: boolean;
  isFork: boolean;
  isRestart: boolean;
  /** Faulty signatures of its sender, or a foreign name, were reported, and no valid record since. */
  hasSenderFault: boolean;
};

/**
 * Adds a record to its chain, and finds the other records in its place. The records of one chain take turns from here
 * to the end of their transactions, so of two records that follow the same one, the second finds the first.
 */
export async function addLink(tx: DatabaseOrTransaction, link: NewLink): Promise<FoundBeside> {
  const { deviceId, cameraId, kind, keyDeviceId, recordId, recordSha256, previousSha256, sequence } = link;
  const chain = JSON.stringify([keyDeviceId, deviceId, cameraId, kind]);
  const turn = tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${chain}, 13))`);
  const known = tx
    .select({ id: recordLinks.recordId })
    .from(recordLinks)
    .where(and(mayPrecede(link), eq(recordLinks.recordSha256, previousSha256 ?? "")));
  const insert = tx.insert(recordLinks).values({
    ...link,
    isLinked: previousSha256 === null ? true : sql<boolean>`exists ${known}`,
  });
  const isOther = and(isOfChain(link), ne(recordLinks.recordId, recordId));
  const isBegun = and(isOther, ne(recordLinks.recordSha256, recordSha256));
  const count = (condition: ReturnType<typeof and>) =>
    sql<boolean>`exists ${tx.select({ id: recordLinks.recordId }).from(recordLinks).where(condition)}`;
  const look = tx.execute<{ replay: boolean; fork: boolean; begun: boolean; faulty: boolean }>(sql`select
    ${count(and(isOther, eq(recordLinks.recordSha256, recordSha256)))} as replay,
    ${count(and(isBegun, eq(recordLinks.previousSha256, previousSha256 ?? ""), isOfSameHardware(sequence)))} as fork,
    ${previousSha256 === null ? count(isBegun) : sql`false`} as begun,
    exists (select 1 from ${chainBreaks} where ${isSenderFault(link)}) as faulty`);
  await sendTogether([turn, insert, look]);
  const [found] = (await look).rows;
  const isReplay = found?.replay === true;
  return {
    isReplay,
    isFork: !isReplay && found?.fork === true,
    isRestart: !isReplay && previousSha256 === null && (found?.begun === true || sequence > 1),
    hasSenderFault: found?.faulty === true,
  };
}

const isOfSameChain = sql`other.device_id = ${recordLinks.deviceId} and other.camera_id = ${recordLinks.cameraId}
  and other.kind = ${recordLinks.kind} and other.record_id <> ${recordLinks.recordId}
  and other.key_device_id is not distinct from ${recordLinks.keyDeviceId}`;
const isAfterOther = sql`(other.received_at, other.record_id) < (${recordLinks.receivedAt}, ${recordLinks.recordId})`;
const isSameRecord = sql`other.record_sha256 = ${recordLinks.recordSha256}`;
const isReplayed = sql`exists (select 1 from ${recordLinks} other
  where ${isOfSameChain} and ${isSameRecord} and ${isAfterOther})`;
const isForked = sql`exists (select 1 from ${recordLinks} other
  where ${isOfSameChain} and other.previous_sha256 = ${recordLinks.previousSha256} and not ${isSameRecord}
    and (other.sequence = 1) = (${recordLinks.sequence} = 1))`;
/**
 * Query for the record that the first record on new hardware follows; null for all other records.
 */
const replacedRecord = sql<{ recordId: string; sequence: number } | null>`case when ${recordLinks.sequence} = 1 then
  (select json_build_object('recordId', other.record_id, 'sequence', other.sequence) from ${recordLinks} other
    where ${isOfSameChain} and other.record_sha256 = ${recordLinks.previousSha256} limit 1) end`;

/**
 * Returns the current chain state of single records, by their ids; records without a chain are omitted.
 */
export async function findProvenances(
  db: DatabaseOrTransaction,
  recordIds: readonly string[],
  now: Date,
): Promise<Map<string, RecordProvenance>> {
  if (recordIds.length === 0) return new Map();
  const { recordId, signatureState, sequence, recordSha256, signingKey, receivedAt, previousSha256, isForeign } =
    recordLinks;
  const rows = await db
    .select({
      recordId,
      signature: signatureState,
      sequence,
      recordSha256,
      signingKey,
      receivedAt,
      isForeign,
      isFirst: isNull(previousSha256).mapWith(Boolean),
      // Inside another expression, a column keeps the name of its table, which the queries in it need.
      isFollowing: sql<boolean>`(${previousOf})`,
      isReplay: sql<boolean>`(${isReplayed})`,
      isFork: sql<boolean>`(${isForked})`,
      replaces: sql<{ recordId: string; sequence: number } | null>`(${replacedRecord})`,
    })
    .from(recordLinks)
    .where(inArray(recordId, [...recordIds]));
  const isLate = (arrivedAt: Date) => now.getTime() - arrivedAt.getTime() >= GAP_AFTER_MS;
  const chainOf = (row: (typeof rows)[number]) => {
    const { isFirst, isFollowing, isReplay, isFork, receivedAt: arrivedAt } = row;
    if (row.isForeign) return "foreign-device";
    if (isReplay) return "replay";
    if (isFork) return "fork";
    if (isFirst || isFollowing) return "ok";
    return isLate(arrivedAt) ? "gap" : "waiting";
  };
  return new Map(
    rows.map((row) => {
      const { signature, sequence: place, recordSha256: hash, signingKey: key, replaces } = row;
      const chain = chainOf(row);
      return [row.recordId, { signature, chain, sequence: place, recordSha256: hash, signingKey: key, replaces }];
    }),
  );
}

/** Returns the state of one record in its chain; null for a record without a chain. */
export async function findProvenance(
  db: DatabaseOrTransaction,
  recordId: string,
  now: Date,
): Promise<RecordProvenance | null> {
  return (await findProvenances(db, [recordId], now)).get(recordId) ?? null;
}

/** Marks the records whose previous one has arrived since. */
export async function linkArrived(db: DatabaseOrTransaction): Promise<void> {
  await db
    .update(recordLinks)
    .set({ isLinked: true })
    .where(and(eq(recordLinks.isLinked, false), previousOf));
}

/** Records whose previous one has been missing for too long, and which were not reported, the oldest first. */
export async function findGaps(db: DatabaseOrTransaction, now: Date, limit: number): Promise<LinkRow[]> {
  const reported = db
    .select({ id: chainBreaks.id })
    .from(chainBreaks)
    .where(and(eq(chainBreaks.recordId, recordLinks.recordId), eq(chainBreaks.problem, "gap")));
  const before = new Date(now.getTime() - GAP_AFTER_MS);
  return db
    .select()
    .from(recordLinks)
    .where(and(eq(recordLinks.isLinked, false), lt(recordLinks.receivedAt, before), notExists(reported)))
    .orderBy(recordLinks.receivedAt)
    .limit(limit);
}

/** Open gaps whose missing record has arrived. */
export async function findFilledGaps(db: DatabaseOrTransaction, limit: number) {
  return db
    .select({ gap: chainBreaks })
    .from(chainBreaks)
    .innerJoin(recordLinks, eq(recordLinks.recordId, chainBreaks.recordId))
    .where(and(isNull(chainBreaks.closedAt), eq(chainBreaks.problem, "gap"), eq(recordLinks.isLinked, true)))
    .limit(limit);
}

/** The links of these records, in any order. */
export async function findLinksOf(db: DatabaseOrTransaction, recordIds: readonly string[]): Promise<LinkRow[]> {
  if (recordIds.length === 0) return [];
  return db
    .select()
    .from(recordLinks)
    .where(inArray(recordLinks.recordId, [...recordIds]));
}

/** The links of a device after a position, in the order of their arrival. */
export async function findLinksOfDevice(
  db: DatabaseOrTransaction,
  edgeDeviceId: string,
  {
    after,
    from,
    to,
    limit,
  }: {
    after: Pick<LinkRow, "receivedAt" | "recordId"> | undefined;
    from: Date | undefined;
    to: Date | undefined;
    limit: number;
  },
): Promise<LinkRow[]> {
  const { receivedAt, recordId } = recordLinks;
  return db
    .select()
    .from(recordLinks)
    .where(
      and(
        eq(recordLinks.edgeDeviceId, edgeDeviceId),
        from && gte(receivedAt, from),
        to && lt(receivedAt, to),
        after &&
          sql`(${receivedAt}, ${recordId}) > (${after.receivedAt.toISOString()}::timestamptz, ${after.recordId})`,
      ),
    )
    .orderBy(receivedAt, recordId)
    .limit(limit);
}
