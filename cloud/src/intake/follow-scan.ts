import type { MatchLane } from "@container-inspection/shared-schemas/manifest-match";
import { recordCamera } from "../fleet/cameras/seen-camera-store.ts";
import { escalateFindings } from "../inspection/escalations/escalate-findings.ts";
import { escalateSample } from "../inspection/escalations/escalate-sample.ts";
import { criticalFindings } from "../inspection/escalations/escalation-rules.ts";
import type { Judgement } from "../match/rules/judge-pictures.ts";
import { keepVersions } from "../inspection/judging/manifest-version-store.ts";
import type { ManifestRow } from "../inspection/record/manifest-store.ts";
import { setLane } from "../inspection/record/visit-store.ts";
import { insertScan, type ScanRow } from "../inspection/scans/scan-store.ts";
import { recordEvent } from "../journal/events/event-store.ts";
import type { DatabaseOrTransaction } from "../platform/db/database.ts";
import { sendTogether } from "../platform/db/send-together.ts";
import type { EnteredContainer } from "./edge-container-store.ts";
import type { Needs } from "./parts.ts";
import type { EdgeRecord } from "./read-record.ts";
import type { RecordTransaction } from "./record-transaction.ts";

type FollowedScan = {
  scan: ScanRow;
  /** Versions of the manifests that it was judged with. */
  versions: Parameters<typeof keepVersions>[1];
  entered: Pick<EnteredContainer, "held" | "visit">;
  /** The manifests of its visit. */
  attached: readonly ManifestRow[];
  /** The judgement of its visit with these manifests. */
  judgement: Judgement;
  /** True if it was drawn for the random sample of green visits. */
  isDrawn: boolean;
};

type FollowParts = Needs<"newId" | "jobs">;

/**
 * Writes a scan with its consequences, as the last writes of its transaction: the lane of its visit, an escalation for
 * critical findings of the visit or for the random sample, and together with the receipt the audit entry, the live
 * event and the last activity of its camera. Returns the lane.
 */
export async function followScan(
  { tx, atEnd }: RecordTransaction,
  parts: FollowParts,
  record: EdgeRecord,
  { scan, versions, entered, attached, judgement: { findings, lane }, isDrawn }: FollowedScan,
): Promise<MatchLane | null> {
  const { audit, nowMs } = record;
  const { camera_id: cameraId = null, device_id: deviceId = null } = record.body;
  const recordScan = () => writeScan(tx, record, { scan, versions });
  if (lane !== entered.visit.lane) atEnd(() => setLane(tx, scan.visitId, lane, nowMs));
  const isSample = isDrawn && lane === "green";
  const isEscalated = criticalFindings(findings).length > 0 || isSample;
  // Dashboards receive the scan before the escalation that it raises.
  if (isEscalated) await recordScan();
  else atEnd(recordScan);
  const judged = { id: scan.id, visitId: scan.visitId, findings, attached };
  if (isEscalated) await escalate(tx, { ...parts, audit, nowMs }, { scan: judged, held: entered.held }, isSample);
  if (cameraId !== null) atEnd(() => recordCamera(tx, { cameraId, deviceId, reported: { kind: "scan" }, nowMs }));
  return lane;
}

type Escalated = Omit<Parameters<typeof escalateFindings>[2], "audit">;

async function escalate(
  tx: DatabaseOrTransaction,
  { jobs, newId, audit, nowMs }: FollowParts & Pick<EdgeRecord, "audit" | "nowMs">,
  { scan, held }: Escalated,
  isSample: boolean,
): Promise<void> {
  await escalateFindings(tx, { jobs, newId, nowMs: () => nowMs }, { scan, held, audit });
  if (isSample) await escalateSample(tx, { jobs, newId, audit, nowMs }, { held, scanId: scan.id });
}

async function writeScan(
  tx: DatabaseOrTransaction,
  { body, audit, nowMs, pictures }: EdgeRecord,
  { scan, versions }: Pick<FollowedScan, "scan" | "versions">,
): Promise<void> {
  const { id: scanId, type, containerId } = scan;
  const { camera_id: cameraId = null, device_id: deviceId = null, user_email: userEmail = null } = body;
  const detections = (body.detections ?? []).length;
  const { sha256: imageSha256 } = pictures.image;
  const after = { containerId, type, source: "edge", detections, cameraId, deviceId, userEmail, imageSha256 };
  const event = { containerId, scanId, type, source: "edge", status: "done", cameraId } as const;
  await sendTogether([
    insertScan(tx, scan),
    keepVersions(tx, versions),
    audit(tx, { action: "scan.record", subject: { type: "scan", id: scanId }, before: null, after }),
    recordEvent(tx, { kind: "scan.recorded", ...event }, nowMs),
  ]);
}
