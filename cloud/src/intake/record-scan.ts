import type { CategoryScan, edgeFindingsData, edgeScanData, ScanType } from "@container-inspection/shared-schemas";
import type { z } from "zod";
import { findManifest, type ManifestRow } from "../inspection/manifests/manifest-store.ts";
import { createMatchScan } from "../inspection/matching/match-scan.ts";
import { insertScan } from "../inspection/scans/scan-store.ts";
import { summariseDetections } from "../inspection/scans/summarise-detections.ts";
import { isNewer } from "../inspection/visits/order-scans.ts";
import type { DatabaseOrTransaction } from "../platform/db/database.ts";
import type { RecordTransaction } from "./define-ingest.ts";
import { enterContainer, type MatchContext, recordOnVisit } from "./edge-container-store.ts";
import { followScan } from "./follow-scan.ts";
import type { Needs } from "./parts.ts";
import type { EdgeRecord } from "./read-record.ts";
import { accountsOf, columnsOf, detectionsOf, timesOf } from "./record-columns.ts";

export type ScanParts = Needs<"settings" | "jobs" | "newId">;
export type CategoryScanParts = ScanParts & Needs<"categoryMaps">;

/** The id of a scan, and where its pictures are stored. */
type ScanPlace = { scanId: string; folder: string };

/** Writes a category scan; its visit shows it, unless it shows a newer one. */
export async function writeCategoryScan(
  transaction: RecordTransaction,
  parts: CategoryScanParts,
  record: EdgeRecord,
  { scanId, folder }: ScanPlace,
): Promise<z.infer<typeof edgeScanData>> {
  const { tx } = transaction;
  const type = "category";
  const { entered, scan, orderedAt, insert } = await enterScan(transaction, parts, record, { type, scanId, folder });
  const { container, manifest, created } = entered;
  const shown = { orderedAt: container.categoryScanOrderedAt, scanId: container.categoryScan?.scanId };
  const isNewest = isNewer({ orderedAt, scanId }, shown);
  const newest = isNewest ? { categoryScan: scan, orderedAt } : undefined;
  const [context] = await Promise.all([recordOnVisit(tx, entered, newest, record.nowMs), insert()]);
  const map = await parts.categoryMaps.at(tx, context.mapVersion);
  const matchScan = createMatchScan(await refreshManifest(tx, manifest, context), map);
  const manifestMatch = matchScan(container, scan.detections);
  await followScan(transaction, parts, record, { scanId, type, entered, manifestMatch });
  return {
    scanId,
    containerId: container.id,
    containerNumber: container.containerNumber,
    numberCheck: container.numberCheck,
    created,
    categoryScan: isNewest ? scan : (container.categoryScan ?? scan),
    manifestMatch,
  };
}

/** Writes a defect or illegal-goods scan; the category scan that the container shows stays. */
export async function writeFindings(
  transaction: RecordTransaction,
  parts: ScanParts,
  record: EdgeRecord,
  { type, scanId, folder }: ScanPlace & { type: "defect" | "illegal" },
): Promise<z.infer<typeof edgeFindingsData>> {
  const { entered, insert } = await enterScan(transaction, parts, record, { type, scanId, folder });
  const { container, created } = entered;
  const { id: containerId, containerNumber, numberCheck } = container;
  await Promise.all([recordOnVisit(transaction.tx, entered, undefined, record.nowMs), insert()]);
  await followScan(transaction, parts, record, { scanId, type, entered, manifestMatch: null });
  return { scanId, containerId, containerNumber, numberCheck, created };
}

/**
 * The manifest as it is now. A scan that waited for its container, because a change of the manifest held that one
 * locked, has read the manifest from before that change.
 */
async function refreshManifest(tx: DatabaseOrTransaction, read: ManifestRow | null, context: MatchContext) {
  const isSame = context.manifestId === (read?.id ?? null) && context.manifestVersion === (read?.version ?? null);
  if (isSame || context.manifestId === null) return isSame ? read : null;
  return (await findManifest(tx, context.manifestId))?.manifest ?? null;
}

/**
 * Finds or creates the container of a scan, on the scan's visit, locked until the transaction ends. `insert` writes the
 * scan there: the caller sends it together with another write.
 */
async function enterScan(
  { tx, atEnd }: RecordTransaction,
  { settings, newId }: Needs<"settings" | "newId">,
  record: EdgeRecord,
  { type, scanId, folder }: ScanPlace & { type: ScanType },
) {
  const { number, audit, nowMs } = record;
  const accounts = accountsOf(record, settings);
  const { timestamp, receivedAt, clockSuspect, orderedAt } = timesOf(record);
  const { visitGapMs } = settings;
  const entering = { number, ...accounts, at: orderedAt, audit, newId, nowMs, visitGapMs, atEnd };
  const entered = await enterContainer(tx, entering);
  const detections = detectionsOf(record);
  const columns = columnsOf(record, folder);
  const shown = {
    clockSuspect,
    detections,
    summary: summariseDetections(detections),
    userEmail: accounts.userEmail ?? accounts.defaultUserEmail,
  };
  const place = { containerId: entered.container.id, visitId: entered.visit.id };
  const insert = () =>
    insertScan(tx, { ...columns, ...shown, ...place, id: scanId, type, status: "done", timestamp, receivedAt });
  const { cameraId, deviceId } = columns;
  const times = { timestamp: timestamp.toISOString(), receivedAt: receivedAt.toISOString() };
  const scan: CategoryScan = { scanId, ...times, ...shown, cameraId, deviceId };
  return { entered, scan, orderedAt, insert };
}
