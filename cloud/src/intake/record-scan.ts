import type { edgeFindingsData, edgeScanData } from "@container-inspection/shared-schemas/edge";
import type { MatchLane } from "@container-inspection/shared-schemas/manifest-match";
import type { CategoryScan, ScanType } from "@container-inspection/shared-schemas/scans";
import type { z } from "zod";
import { attachedIds } from "../inspection/record/attached-manifest-store.ts";
import { findManifestRows, type ManifestRow } from "../inspection/record/manifest-store.ts";
import { fileJudgement, judgePictures } from "../inspection/judging/judge-pictures.ts";
import { addScan, judgeRead, type ReadVisit, readVisit } from "../inspection/judging/judge-visit.ts";
import type { Judgement } from "../match/rules/judge-pictures.ts";
import type { CompiledRules } from "../match/rules/match-manifest.ts";
import { isDrawn } from "../inspection/escalations/escalate-sample.ts";
import { pictureOf } from "../inspection/pictures/picture-of.ts";
import { noThumbnail, type ScanRow } from "../inspection/scans/scan-store.ts";
import { summariseDetections } from "../inspection/scans/summarise-detections.ts";
import { isNewer } from "../inspection/record/order-scans.ts";
import { presentCategoryScan } from "../inspection/record/present-category-scan.ts";
import type { DatabaseOrTransaction } from "../platform/db/database.ts";
import { sendTogether } from "../platform/db/send-together.ts";
import type { RecordTransaction } from "./record-transaction.ts";
import { type EnteredContainer, type MatchContext, recordOnVisit } from "./edge-container-store.ts";
import { enterPassage } from "./enter-passage.ts";
import { followScan } from "./follow-scan.ts";
import type { Needs } from "./parts.ts";
import type { SentRecord } from "./passage-of-record.ts";
import { accountsOf, columnsOf, detectionsOf, timesOf } from "./record-columns.ts";

export type ScanParts = Needs<"settings" | "jobs" | "newId" | "matchRules" | "random">;

/** The id of a scan, and where its pictures are stored. */
type ScanPlace = { scanId: string; folder: string };

/** Writes a category scan; its visit shows it, unless it shows a newer one. */
export async function writeCategoryScan(
  transaction: RecordTransaction,
  parts: ScanParts,
  record: SentRecord,
  { scanId, folder }: ScanPlace,
): Promise<z.infer<typeof edgeScanData>> {
  const type = "category";
  const { entered, row, orderedAt } = await enterScan(transaction, parts, record, { type, scanId, folder });
  const { container, created } = entered;
  const scan = presentCategoryScan(row);
  const shown = { orderedAt: container.categoryScanOrderedAt, scanId: container.categoryScan?.scanId };
  const isNewest = isNewer({ orderedAt, scanId }, shown);
  const newest = isNewest ? { categoryScan: scan, orderedAt } : undefined;
  const { judgement, visitLane } = await recordAndJudge(transaction, parts, record, { entered, row, newest });
  return {
    scanId,
    containerId: container.id,
    containerNumber: container.containerNumber,
    numberCheck: container.numberCheck,
    created,
    categoryScan: isNewest ? scan : (container.categoryScan ?? scan),
    manifestMatch: judgement.match,
    visitLane,
  };
}

/** Writes a defect or illegal-goods scan; the category scan that the container shows stays. */
export async function writeFindings(
  transaction: RecordTransaction,
  parts: ScanParts,
  record: SentRecord,
  { type, scanId, folder }: ScanPlace & { type: "defect" | "illegal" },
): Promise<z.infer<typeof edgeFindingsData>> {
  const { entered, row } = await enterScan(transaction, parts, record, { type, scanId, folder });
  const { container, created } = entered;
  const { id: containerId, containerNumber, numberCheck } = container;
  const { visitLane } = await recordAndJudge(transaction, parts, record, { entered, row });
  return { scanId, containerId, containerNumber, numberCheck, created, visitLane };
}

type EnteredScan = {
  entered: EnteredContainer;
  row: Omit<ScanRow, "view" | "recordedMatch">;
  newest?: { categoryScan: CategoryScan; orderedAt: Date } | undefined;
};

/**
 * Records a scan on its visit and judges it with the visit's manifests, for the file. The scan is written with its
 * judgement, as one of the transaction's last writes, and its visit is judged again.
 */
async function recordAndJudge(
  transaction: RecordTransaction,
  parts: ScanParts,
  record: SentRecord,
  { entered, row, newest }: EnteredScan,
): Promise<{ judgement: Judgement; visitLane: MatchLane | null }> {
  const { tx } = transaction;
  const { nowMs } = record;
  const { container } = entered;
  const visit = { id: row.visitId, containerId: container.id };
  const known = entered.manifest ? [entered.manifest] : [];
  // A visit that waited for its first record, or begins with it, has no other picture.
  const isFirst = entered.created || entered.visit.lastWriteAt === null;
  const [context, before] = await sendTogether([
    recordOnVisit(tx, entered, { newest, cameraId: row.cameraId, nowMs }),
    isFirst ? undefined : readBefore(tx, parts, { row, visit, known }),
  ]);
  const rules = await parts.matchRules.at(tx, context);
  const attached = await refreshManifests(tx, known, context);
  const picture = pictureOf({ ...row, view: context.view }, []);
  const judged = { container, attached: row.type === "category" ? attached : [], pictures: [picture] };
  const judgement = judgePictures(judged, rules);
  const { stored, versions } = fileJudgement(judgement, judged, rules, nowMs);
  const isDrawnScan = await isDrawn(tx, parts, { match: judgement.match, share: rules.greenSampleShare, visit });
  const scan = { ...row, view: context.view, recordedMatch: stored };
  const judgeVisit = async () => {
    if (!before) return row.type === "category" ? judgement : judgePictures({ ...judged, attached }, rules);
    const read = attached === known ? before.read : await readVisit(tx, visit, attached);
    return judgeRead(container, addScan(read, picture, versions), before.rules).judgement;
  };
  const followed = { scan, versions, entered, attached, judgement: await judgeVisit(), isDrawn: isDrawnScan };
  return { judgement, visitLane: await followScan(transaction, parts, record, followed) };
}

/** The visit as it is before a scan is written, with the rules that are in force for it once it is. */
async function readBefore(
  tx: DatabaseOrTransaction,
  { matchRules }: Needs<"matchRules">,
  {
    row,
    visit,
    known,
  }: Pick<EnteredScan, "row"> & {
    visit: { id: string; containerId: string };
    known: readonly ManifestRow[];
  },
): Promise<{ read: ReadVisit; rules: CompiledRules }> {
  const added = { id: row.id, cameraId: row.cameraId, takenAt: row.clockSuspect ? row.receivedAt : row.timestamp };
  const [read, rules] = await sendTogether([readVisit(tx, visit, known), matchRules.ofVisit(tx, visit, added)]);
  return { read, rules };
}

/**
 * The manifests as they are now; `known` itself where these are they. Of several, only the first one was read before. A
 * scan that waited for its container, because a change of the manifest held that one locked, has read the manifest from
 * before that change.
 */
async function refreshManifests(
  tx: DatabaseOrTransaction,
  known: readonly ManifestRow[],
  context: MatchContext,
): Promise<readonly ManifestRow[]> {
  const [first] = known;
  const isSame = context.manifestId === (first?.id ?? null) && context.manifestVersion === (first?.version ?? null);
  if (isSame && context.furtherManifestIds.length === 0) return known;
  return findManifestRows(tx, attachedIds(context));
}

/** Finds or creates the container of a scan, on the scan's visit, locked until the transaction ends. */
async function enterScan(
  { tx, atEnd }: RecordTransaction,
  { settings, newId }: Needs<"settings" | "newId">,
  record: SentRecord,
  { type, scanId: id, folder }: ScanPlace & { type: ScanType },
) {
  const { number, audit, nowMs } = record;
  const accounts = accountsOf(record, settings);
  const { orderedAt, ...times } = timesOf(record);
  const { visitGapMs } = settings;
  const readSizeType = record.body.size_type;
  const entering = { number, ...accounts, readSizeType, at: orderedAt, audit, newId, nowMs, visitGapMs, atEnd };
  const { camera_id: cameraId = null } = record.body;
  const entered = await enterPassage(tx, { ...entering, passage: record.passage, cameraId });
  const detections = detectionsOf(record);
  const row = {
    ...columnsOf(record, folder),
    ...times,
    id,
    type,
    status: "done" as const,
    containerId: entered.container.id,
    visitId: entered.visit.id,
    detections,
    summary: summariseDetections(detections),
    isUnlike: record.body.unlike_training ?? null,
    userEmail: accounts.userEmail ?? accounts.defaultUserEmail,
    ...noThumbnail,
    addedCount: 0,
    imageDeletedAt: null,
    createdById: null,
  };
  return { entered, row, orderedAt };
}
