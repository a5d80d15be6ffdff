import type { CategoryScan, edgeFindingsData, edgeScanData, ScanType } from "@container-inspection/shared-schemas";
import type { z } from "zod";
import type { DatabaseOrTransaction } from "../platform/db/database.ts";
import { findManifest, type ManifestRow } from "../inspection/manifests/manifest-store.ts";
import { createMatchScan } from "../inspection/manifests/match-scan.ts";
import type { Needs } from "./parts.ts";
import { insertScan } from "../inspection/scans/scan-store.ts";
import { summariseDetections } from "../inspection/scans/summarise-detections.ts";
import { type NotedScan, noteScan, openContainer } from "./edge-container-store.ts";
import { followScan } from "./follow-scan.ts";
import { isNewer } from "../inspection/visits/order-scans.ts";
import type { EdgeRecord } from "./read-record.ts";
import type { AtEnd, ReceiptOutcome } from "../platform/idempotency/receipt-store.ts";
import { columnsOf, detectionsOf, timesOf } from "./record-columns.ts";
import { recordWithPictures } from "./record-with-pictures.ts";
import type { ScanRequest } from "./scan-request.ts";

type ScanRecord = EdgeRecord<ScanRequest>;
type ScanData = z.infer<typeof edgeScanData>;
type FindingsData = z.infer<typeof edgeFindingsData>;

/** Records a category scan exactly once; its visit shows it, unless it shows a newer one. */
export async function recordCategoryScan(
  parts: Needs<"settings" | "db" | "storage" | "jobs" | "categoryMaps" | "logger" | "newId">,
  record: ScanRecord,
): Promise<ReceiptOutcome<ScanData>> {
  const scanId = parts.newId();
  const place = { route: "ingestCategoryScanV1", folder: folderOf(scanId) };
  return recordWithPictures(parts, record, place, async (tx, atEnd) => {
    const { opened, scan, orderedAt, insert } = await openScan({ tx, atEnd }, parts, record, {
      type: "category",
      scanId,
    });
    const { container, manifest, created } = opened;
    const current = { orderedAt: container.categoryScanOrderedAt, scanId: container.categoryScan?.scanId };
    const isNewest = isNewer({ orderedAt, scanId }, current);
    const newest = isNewest ? { categoryScan: scan, orderedAt } : undefined;
    const [noted] = await Promise.all([noteScan(tx, opened, newest, record.nowMs), insert()]);
    const map = await parts.categoryMaps.at(tx, noted.mapVersion);
    const matchScan = createMatchScan(await readAnew(tx, manifest, noted), map);
    const manifestMatch = matchScan(container, scan.detections);
    await followScan({ tx, atEnd }, parts, record, { scanId, type: "category", opened, manifestMatch });
    return {
      scanId,
      containerId: container.id,
      containerNumber: container.containerNumber,
      numberCheck: container.numberCheck,
      created,
      categoryScan: isNewest ? scan : (container.categoryScan ?? scan),
      manifestMatch,
    };
  });
}

/** Records a defect or illegal-goods scan exactly once; what the container shows as its category scan stays. */
export async function recordFindings(
  parts: Needs<"settings" | "db" | "storage" | "jobs" | "logger" | "newId">,
  type: "defect" | "illegal",
  record: ScanRecord,
): Promise<ReceiptOutcome<FindingsData>> {
  const scanId = parts.newId();
  const route = type === "defect" ? "ingestDefectScanV1" : "ingestIllegalScanV1";
  return recordWithPictures(parts, record, { route, folder: folderOf(scanId) }, async (tx, atEnd) => {
    const { opened, insert } = await openScan({ tx, atEnd }, parts, record, { type, scanId });
    const { container, created } = opened;
    const { id: containerId, containerNumber, numberCheck } = container;
    await Promise.all([noteScan(tx, opened, undefined, record.nowMs), insert()]);
    await followScan({ tx, atEnd }, parts, record, { scanId, type, opened, manifestMatch: null });
    return { scanId, containerId, containerNumber, numberCheck, created };
  });
}

/**
 * The manifest as it stands: whoever waits for a container that a change of its manifest holds has read the manifest as it was
 * before, and would miss what the change makes of this scan.
 */
async function readAnew(tx: DatabaseOrTransaction, read: ManifestRow | null, noted: NotedScan) {
  const isSame = noted.manifestId === (read?.id ?? null) && noted.manifestVersion === (read?.version ?? null);
  if (isSame || noted.manifestId === null) return isSame ? read : null;
  return (await findManifest(tx, noted.manifestId))?.manifest ?? null;
}

const folderOf = (scanId: string) => `scans/${scanId}`;

/**
 * Opens the container and visit of a scan; the container is found or made, and held until the transaction ends. `insert` writes the scan
 * under them.
 */
async function openScan(
  { tx, atEnd }: { tx: DatabaseOrTransaction; atEnd: AtEnd },
  { settings, newId }: Needs<"settings" | "newId">,
  record: ScanRecord,
  { type, scanId }: { type: ScanType; scanId: string },
) {
  const { number, body, audit, nowMs } = record;
  const userEmail = body.user_email;
  const defaultUserEmail = settings.edgeDefaultUserEmail;
  const detections = detectionsOf(record);
  const summary = summariseDetections(detections);
  const { timestamp, receivedAt, clockSuspect, orderedAt } = timesOf(record);
  const { visitGapMs } = settings;
  const accounts = { userEmail, defaultUserEmail };
  const opened = await openContainer(tx, {
    number,
    ...accounts,
    at: orderedAt,
    audit,
    newId,
    nowMs,
    visitGapMs,
    atEnd,
  });
  const columns = columnsOf(record, folderOf(scanId));
  const shown = { clockSuspect, detections, summary, userEmail: userEmail ?? defaultUserEmail };
  const place = { containerId: opened.container.id, visitId: opened.visit.id };
  const insert = () =>
    insertScan(tx, { ...columns, ...shown, ...place, id: scanId, type, status: "done", timestamp, receivedAt });
  const { cameraId, deviceId } = columns;
  const times = { timestamp: timestamp.toISOString(), receivedAt: receivedAt.toISOString() };
  const scan: CategoryScan = { scanId, ...times, ...shown, cameraId, deviceId };
  return { opened, scan, orderedAt, insert };
}
