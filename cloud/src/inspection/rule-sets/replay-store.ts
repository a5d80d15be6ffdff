import type { ReplayResult, ReplayTally } from "@container-inspection/shared-schemas/replays";
import { and, asc, desc, eq, gt, gte, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import {
  containers,
  escalations,
  manifests,
  manifestVersions,
  replayChanges,
  replays,
  scans,
  users,
  visits,
} from "../../platform/db/tables.ts";
import { liveSubjects } from "../../platform/jobs/job-store.ts";
import { isAbout } from "../escalations/escalation-store.ts";
import { scanTakenAt } from "../pictures/taken-at-store.ts";
import { siteOfVisit } from "../judging/rules-in-force-store.ts";

export type ReplayRow = typeof replays.$inferSelect;
/** A replay with the user who started it. */
export type FoundReplay = { row: ReplayRow; startedBy: { id: string; email: string } };
/** A visit that a replay is to judge. */
export type ReplayableVisit = {
  id: string;
  number: number;
  containerId: string;
  containerNumber: string;
  sizeType: string | null;
  openedAt: Date;
};

/** A visit has at most this many pictures that count, as everywhere. */
const MAX_PICTURES = 200;

export async function insertReplay(tx: DatabaseOrTransaction, replay: typeof replays.$inferInsert): Promise<void> {
  await tx.insert(replays).values(replay);
}

/** The newest replay of a candidate. */
export async function findReplay(db: DatabaseOrTransaction, version: number): Promise<FoundReplay | undefined> {
  const [found] = await selectReplay(db).where(eq(replays.ruleSetVersion, version)).orderBy(desc(replays.id)).limit(1);
  return found;
}

export async function findReplayById(db: DatabaseOrTransaction, id: string): Promise<FoundReplay | undefined> {
  const [found] = await selectReplay(db).where(eq(replays.id, id));
  return found;
}

/** Ids of running replays that no job works on, the oldest first. */
export async function findAbandonedReplays(
  db: DatabaseOrTransaction,
  kind: { name: string; subjectPath?: string },
  limit: number,
): Promise<string[]> {
  const found = await db
    .select({ id: replays.id })
    .from(replays)
    .where(and(eq(replays.state, "running"), sql`${replays.id} not in ${liveSubjects(kind)}`))
    .orderBy(asc(replays.id))
    .limit(limit);
  return found.map(({ id }) => id);
}

/** Locks a replay until the transaction ends; false when it is no longer running. */
export async function lockReplay(tx: DatabaseOrTransaction, id: string): Promise<boolean> {
  const [found] = await tx.select({ state: replays.state }).from(replays).where(eq(replays.id, id)).for("update");
  return found?.state === "running";
}

export async function failReplay(db: DatabaseOrTransaction, id: string, failure: string, nowMs: number): Promise<void> {
  await db
    .update(replays)
    .set({ state: "failed", failure, finishedAt: new Date(nowMs) })
    .where(and(eq(replays.id, id), eq(replays.state, "running")));
}

export async function finishReplay(
  db: DatabaseOrTransaction,
  id: string,
  result: ReplayResult,
  nowMs: number,
): Promise<void> {
  await db
    .update(replays)
    .set({ state: "finished", result, finishedAt: new Date(nowMs) })
    .where(and(eq(replays.id, id), eq(replays.state, "running")));
}

/**
 * Advances a replay by a batch of visits. Returns false, and writes nothing, if another process has advanced it in the
 * meantime.
 */
export async function saveBatch(
  tx: DatabaseOrTransaction,
  { id, cursor }: ReplayRow,
  batch: { cursor: string; visits: number; tally: ReplayTally; changes: (typeof replayChanges.$inferInsert)[] },
): Promise<boolean> {
  const isUnmoved = cursor === null ? isNull(replays.cursor) : eq(replays.cursor, cursor);
  const moved = await tx
    .update(replays)
    .set({ cursor: batch.cursor, tally: batch.tally, visitsDone: sql`${replays.visitsDone} + ${batch.visits}` })
    .where(and(eq(replays.id, id), eq(replays.state, "running"), isUnmoved))
    .returning({ id: replays.id });
  if (moved.length === 0) return false;
  if (batch.changes.length > 0) await tx.insert(replayChanges).values(batch.changes);
  return true;
}

/** Visits that a candidate of a site is replayed over, by id. */
export async function findReplayableVisits(
  db: DatabaseOrTransaction,
  { since, siteId, cursor, limit }: { since: Date; siteId: string | null; cursor: string | null; limit: number },
): Promise<ReplayableVisit[]> {
  return selectReplayable(db)
    .where(and(isReplayable(since, siteId), cursor === null ? undefined : gt(visits.id, cursor)))
    .orderBy(asc(visits.id))
    .limit(limit);
}

/** The last ones of these visits, newest first. */
export const findNewestVisits = async (
  db: DatabaseOrTransaction,
  { since, siteId, limit }: { since: Date; siteId: string | null; limit: number },
): Promise<ReplayableVisit[]> =>
  selectReplayable(db).where(isReplayable(since, siteId)).orderBy(desc(visits.id)).limit(limit);

const selectReplayable = (db: DatabaseOrTransaction) =>
  db
    .select({
      id: visits.id,
      number: visits.number,
      containerId: visits.containerId,
      containerNumber: containers.containerNumber,
      sizeType: containers.sizeType,
      openedAt: visits.openedAt,
    })
    .from(visits)
    .innerJoin(containers, eq(containers.id, visits.containerId));

export async function countReplayableVisits(
  db: DatabaseOrTransaction,
  { since, siteId }: { since: Date; siteId: string | null },
): Promise<number> {
  const [found] = await db
    .select({ count: sql<number>`count(*)`.mapWith(Number) })
    .from(visits)
    .innerJoin(containers, eq(containers.id, visits.containerId))
    .where(isReplayable(since, siteId));
  return found?.count ?? 0;
}

/** The pictures of a visit as they were taken, newest first, with the manifests they were compared with. */
export async function findScansOfVisit(db: DatabaseOrTransaction, visit: Pick<ReplayableVisit, "id" | "containerId">) {
  return db
    .select(scanColumns)
    .from(scans)
    .where(and(eq(scans.containerId, visit.containerId), eq(scans.visitId, visit.id), eq(scans.status, "done")))
    .orderBy(desc(scanTakenAt), desc(scans.id))
    .limit(MAX_PICTURES);
}

/** Versions of manifests with the manifests they are of. */
export async function findManifestVersions(
  db: DatabaseOrTransaction,
  refs: readonly { manifestId: string; version: number }[],
) {
  if (refs.length === 0) return [];
  const wanted = refs.map(({ manifestId, version }) =>
    and(eq(manifestVersions.manifestId, manifestId), eq(manifestVersions.version, version)),
  );
  return db
    .select({ manifest: manifests, version: manifestVersions })
    .from(manifestVersions)
    .innerJoin(manifests, eq(manifests.id, manifestVersions.manifestId))
    .where(or(...wanted));
}

/** The resolved escalations that are about a visit, the last decision first. */
export async function findDecisions(db: DatabaseOrTransaction, visit: Pick<ReplayableVisit, "id" | "containerId">) {
  const { decision, decidedOn, source } = escalations;
  return db
    .select({ decision, decidedOn, source })
    .from(escalations)
    .where(
      and(
        eq(escalations.containerId, visit.containerId),
        isAbout(visit.id),
        inArray(escalations.decision, ["clear", "hold"]),
      ),
    )
    .orderBy(desc(escalations.updatedAt), desc(escalations.id));
}

/** Returns the changes that a replay made, by visit. */
export async function findReplayChanges(
  db: DatabaseOrTransaction,
  { replayId, afterVisitId, limit }: { replayId: string; afterVisitId?: string | undefined; limit: number },
) {
  return db
    .select({ change: replayChanges, visit: visits, containerNumber: containers.containerNumber })
    .from(replayChanges)
    .innerJoin(visits, eq(visits.id, replayChanges.visitId))
    .innerJoin(containers, eq(containers.id, visits.containerId))
    .where(
      and(
        eq(replayChanges.replayId, replayId),
        // Of the visits also: the planner would walk them from the first one.
        afterVisitId === undefined
          ? undefined
          : and(gt(replayChanges.visitId, afterVisitId), gt(visits.id, afterVisitId)),
      ),
    )
    .orderBy(asc(replayChanges.visitId))
    .limit(limit);
}

const scanColumns = {
  id: scans.id,
  type: scans.type,
  cameraId: scans.cameraId,
  view: scans.view,
  modelName: scans.modelName,
  modelVersion: scans.modelVersion,
  detections: scans.detections,
  isUnlike: scans.isUnlike,
  timestamp: scans.timestamp,
  receivedAt: scans.receivedAt,
  clockSuspect: scans.clockSuspect,
  imageSha256: scans.imageSha256,
  imageOriginalSha256: scans.imageOriginalSha256,
  recordedMatch: scans.recordedMatch,
};

/** Visits with a record since then, of containers that exist, at the site of the candidate. */
function isReplayable(since: Date, siteId: string | null): SQL | undefined {
  const site = siteOfVisit(sql`${visits.containerId}`, sql`${visits.id}`);
  return and(
    gte(visits.lastWriteAt, since),
    isNull(visits.joinedIntoId),
    isNull(containers.deletedAt),
    siteId === null ? undefined : sql`${site} = ${siteId}`,
  );
}

function selectReplay(db: DatabaseOrTransaction) {
  return db
    .select({ row: replays, startedBy: { id: users.id, email: users.email } })
    .from(replays)
    .innerJoin(users, eq(users.id, replays.startedById));
}
