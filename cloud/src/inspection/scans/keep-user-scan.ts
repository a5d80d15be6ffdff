import type { ScanType } from "@container-inspection/shared-schemas/scans";
import type { Audit } from "../../journal/audit/create-audit.ts";
import { lockContainerOrTarget } from "../record/container-store.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { isDatabaseUnavailable } from "../../platform/db/error-code.ts";
import { escalateFindings } from "../escalations/escalate-findings.ts";
import { keepLane } from "../judging/keep-lane.ts";
import { keepVersions } from "../judging/manifest-version-store.ts";
import { judgeUserScan } from "./judge-user-scan.ts";
import { recordEvent } from "../../journal/events/event-store.ts";
import type { NewLiveEvent } from "../../journal/events/new-live-event.ts";
import type { Caller } from "../../platform/http/context.ts";
import { drawPreview } from "../../platform/images/draw-preview.ts";
import type { SentPicture } from "../../platform/images/sent-picture.ts";
import { storePictures } from "../../platform/images/store-pictures.ts";
import type { Needs } from "../parts.ts";
import { enterVisit } from "../visits/enter-visit.ts";
import { markScanned } from "../record/visit-store.ts";
import { finishScanKind } from "./finish-pending-scan.ts";
import { insertScan, noThumbnail, type ScanFindings, type ScanRow } from "./scan-store.ts";

export type UserScan = {
  type: ScanType;
  containerId: string;
  caller: Caller;
  picture: SentPicture;
  /** Undefined while the AI service is unavailable: the scan is pending. */
  findings: ScanFindings | undefined;
};

/** A scan before it is known on which visit it is kept. */
export type MadeScan = Omit<ScanRow, "visitId">;

/** Builds the scan that a user requested, as it will be stored. */
export function createUserScan({ newId, nowMs }: Needs<"newId" | "nowMs">, scan: UserScan): MadeScan {
  const { type, containerId, caller, picture, findings } = scan;
  const id = newId();
  const at = new Date(nowMs());
  return {
    id,
    containerId,
    type,
    source: "user",
    status: "pending",
    detections: [],
    summary: [],
    modelName: null,
    modelVersion: null,
    inferenceMs: null,
    isUnlike: null,
    cameraId: null,
    view: null,
    deviceId: null,
    recordedMatch: null,
    userEmail: caller.email,
    timestamp: at,
    receivedAt: at,
    clockSuspect: false,
    imageKey: `scans/${id}/image`,
    imageContentType: picture.contentType,
    imageSha256: picture.sha256,
    imageOriginalSha256: picture.sha256,
    imageReduced: false,
    imageSizeBytes: picture.bytes.length,
    imageWidth: picture.width,
    imageHeight: picture.height,
    visualizationKey: null,
    visualizationContentType: null,
    visualizationSha256: null,
    visualizationSizeBytes: null,
    ...noThumbnail,
    addedCount: 0,
    imageDeletedAt: null,
    sequence: null,
    previousSha256: null,
    recordSha256: null,
    passageId: null,
    passagePosition: null,
    createdById: caller.userId,
    ...findings,
  };
}

/**
 * Stores a scan and returns it as stored, with its container: its picture first, then in one transaction the scan on
 * the current visit, with the job that finishes it while it is pending. A failing database may have committed
 * nevertheless, so the picture stays. With `orPending`, a scan whose findings cannot be stored is stored without them,
 * as pending. Returns undefined, and stores nothing, if the container was deleted during the scan.
 */
export async function keepUserScan(
  parts: Needs<"settings" | "db" | "storage" | "jobs" | "matchRules" | "logger" | "nowMs" | "newId">,
  made: MadeScan,
  { picture, audit, orPending }: { picture: SentPicture; audit: Audit; orPending: boolean },
): Promise<ScanRow | undefined> {
  const preview = await drawPreviewOf(parts, made.id, picture);
  const files = [
    { name: "image" as const, bytes: picture.bytes },
    ...(preview ? [{ name: "visualization" as const, bytes: preview.bytes }] : []),
  ];
  const pictures = storePictures(parts, `scans/${made.id}`, files);
  await pictures.write();
  const insert = (scan: MadeScan) =>
    parts.db.transaction((tx) => insertUserScan(tx, parts, { ...scan, ...preview?.columns }, audit));
  const kept = await insert(made).catch((error: unknown) => {
    if (made.status === "pending" || !orPending || isDatabaseUnavailable(error)) throw error;
    parts.logger.error(
      { err: error, scanId: made.id },
      "could not store the findings of a scan; it is kept as pending",
    );
    return insert(withoutFindings(made, picture));
  });
  if (!kept) await pictures.remove();
  return kept;
}

function withoutFindings(made: MadeScan, { width, height }: SentPicture): MadeScan {
  const noModel = { modelName: null, modelVersion: null, inferenceMs: null, isUnlike: null };
  const none = { detections: [], summary: [], ...noModel };
  return { ...made, ...none, status: "pending", imageWidth: width, imageHeight: height };
}

async function insertUserScan(
  tx: DatabaseOrTransaction,
  parts: Needs<"settings" | "jobs" | "matchRules" | "nowMs" | "newId">,
  made: MadeScan,
  audit: Audit,
): Promise<ScanRow | undefined> {
  const { settings, jobs, newId } = parts;
  const found = await lockContainerOrTarget(tx, made.containerId);
  if (!found) return undefined;
  const nowMs = parts.nowMs();
  const record = { at: made.receivedAt, openedBy: "user" as const, openedById: made.createdById };
  const entered = await enterVisit(tx, { newId, audit, nowMs, visitGapMs: settings.visitGapMs }, found, record);
  const { held } = entered;
  const kept = { ...made, containerId: held.container.id, visitId: entered.visit.id };
  const filed = kept.status === "done" ? await judgeUserScan(tx, parts, kept, entered.container) : undefined;
  await insertScan(tx, { ...kept, recordedMatch: filed?.stored ?? null });
  await keepVersions(tx, filed?.versions ?? []);
  const subject = { type: "scan", id: kept.id };
  await audit(tx, { action: "scan.record", subject, before: null, after: snapshotScan(kept) });
  await recordEvent(tx, eventOf(kept), nowMs);
  if (kept.status === "pending") await jobs.enqueue(tx, finishScanKind, { scanId: kept.id });
  else await markScanned(tx, kept, nowMs);
  const { judged, judgement } = await keepLane(tx, { ...parts, nowMs }, entered.container);
  if (filed) {
    const scan = { id: kept.id, visitId: kept.visitId, findings: judgement.findings, attached: judged.attached };
    await escalateFindings(tx, parts, { scan, held, audit });
  }
  return kept;
}

/** A scan as a live event: one that is stored is done or pending. */
function eventOf({ id, containerId, type, status, cameraId }: ScanRow): NewLiveEvent {
  const shown = status === "pending" ? ("pending" as const) : ("done" as const);
  return { kind: "scan.recorded", containerId, scanId: id, type, source: "user", status: shown, cameraId };
}

/** A scan as the audit log keeps it. */
function snapshotScan({ containerId, type, source, status, detections, imageSha256 }: ScanRow) {
  return { containerId, type, source, status, detections: detections.length, imageSha256 };
}

/** Browsers show no TIFF, and few show 16 bits: X-ray pictures get a preview that they can show. */
async function drawPreviewOf({ logger }: Needs<"logger">, scanId: string, picture: SentPicture) {
  if (picture.contentType !== "image/tiff") return undefined;
  const preview = await drawPreview(picture.bytes).catch((error: unknown) => {
    logger.warn({ err: error, scanId }, "could not draw the preview of a scan");
  });
  if (!preview) return undefined;
  const { bytes, sha256, contentType } = preview;
  const columns = {
    visualizationKey: `scans/${scanId}/visualization`,
    visualizationContentType: contentType,
    visualizationSha256: sha256,
    visualizationSizeBytes: bytes.length,
  };
  return { bytes, columns };
}
