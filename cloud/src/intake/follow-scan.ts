import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import { recordCamera } from "../fleet/cameras/seen-camera-store.ts";
import { escalateFindings } from "../inspection/escalations/escalate-findings.ts";
import { escalateSample } from "../inspection/escalations/escalate-sample.ts";
import { criticalFindings } from "../inspection/escalations/escalation-rules.ts";
import type { ManifestRow } from "../inspection/record/manifest-store.ts";
import { keepVersions } from "../inspection/judging/manifest-version-store.ts";
import { insertScan, type ScanRow } from "../inspection/scans/scan-store.ts";
import { recordEvent } from "../journal/events/event-store.ts";
import type { Needs } from "./parts.ts";
import type { EnteredContainer } from "./edge-container-store.ts";
import type { EdgeRecord } from "./read-record.ts";
import { sendTogether } from "../platform/db/send-together.ts";
import type { RecordTransaction } from "./record-transaction.ts";

type FollowedScan = {
  scan: ScanRow;
  /** Versions of the manifests that it was judged with. */
  versions: Parameters<typeof keepVersions>[1];
  entered: Pick<EnteredContainer, "held">;
  findings: readonly MatchFinding[];
  attached: readonly ManifestRow[];
  /** True if its visit is in the random sample of green ones. */
  isSample: boolean;
};

/**
 * Writes a scan with its consequences, as the last writes of its transaction: an escalation for critical findings or
 * for the random sample, and together with the receipt the audit entry, the live event and the last activity of its
 * camera.
 */
export async function followScan(
  { tx, atEnd }: RecordTransaction,
  { newId, jobs }: Needs<"newId" | "jobs">,
  record: EdgeRecord,
  { scan, versions, entered, findings, attached, isSample }: FollowedScan,
): Promise<void> {
  const { body, audit, nowMs, pictures } = record;
  const { id: scanId, type, visitId } = scan;
  const { id: containerId } = entered.held.container;
  const { camera_id: cameraId = null, device_id: deviceId = null, user_email: userEmail = null } = body;
  const detections = (body.detections ?? []).length;
  const { sha256: imageSha256 } = pictures.image;
  const after = { containerId, type, source: "edge", detections, cameraId, deviceId, userEmail, imageSha256 };
  const event = { containerId, scanId, type, source: "edge", status: "done", cameraId } as const;
  const recordScan = () =>
    sendTogether([
      insertScan(tx, scan),
      keepVersions(tx, versions),
      audit(tx, { action: "scan.record", subject: { type: "scan", id: scanId }, before: null, after }),
      recordEvent(tx, { kind: "scan.recorded", ...event }, nowMs),
    ]);
  if (criticalFindings(findings).length === 0 && !isSample) atEnd(recordScan);
  else {
    // Dashboards receive the scan before the escalation that it raises.
    await recordScan();
    const judged = { id: scanId, visitId, findings, attached };
    await escalateFindings(tx, { jobs, newId, nowMs: () => nowMs }, { scan: judged, held: entered.held, audit });
    if (isSample) await escalateSample(tx, { jobs, newId, audit, nowMs }, { held: entered.held, scanId });
  }
  if (cameraId !== null) atEnd(() => recordCamera(tx, { cameraId, deviceId, reported: { kind: "scan" }, nowMs }));
}
