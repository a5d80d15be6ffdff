import type { ManifestMatch, ScanType } from "@container-inspection/shared-schemas";
import { recordCamera } from "../fleet/cameras/seen-camera-store.ts";
import { criticalFindings, illegalFindings, summariseFindings } from "../inspection/escalations/escalation-rules.ts";
import { raiseEscalation } from "../inspection/escalations/raise-escalation.ts";
import { recordEvent } from "../journal/events/event-store.ts";
import type { RecordTransaction } from "./define-ingest.ts";
import type { Needs } from "./parts.ts";
import type { EnteredContainer } from "./edge-container-store.ts";
import type { EdgeRecord } from "./read-record.ts";
import { detectionsOf } from "./record-columns.ts";

type FollowedScan = {
  scanId: string;
  type: ScanType;
  entered: Pick<EnteredContainer, "held" | "visit">;
  manifestMatch: ManifestMatch | null;
};

/**
 * Does what a scan entails once it is written, in its transaction and as its last writes: an escalation for critical
 * findings of the manifest match or illegal goods, and together with the receipt the audit entry, the live event and
 * the last activity of its camera. A late scan of an earlier visit escalates the container as it is now: the supervisor
 * who decides about it must know.
 */
export async function followScan(
  { tx, atEnd }: RecordTransaction,
  { newId, settings, jobs }: Needs<"newId" | "settings" | "jobs">,
  record: EdgeRecord,
  { scanId, type, entered, manifestMatch }: FollowedScan,
): Promise<void> {
  const { body, audit, nowMs, pictures } = record;
  const { container, visit } = entered.held;
  const { camera_id: cameraId = null, device_id: deviceId = null, user_email: userEmail = null } = body;
  const detections = detectionsOf(record);
  const { sha256: imageSha256 } = pictures.image;
  const shown = { type, source: "edge", detections: detections.length, cameraId, deviceId, userEmail, imageSha256 };
  const after = { containerId: container.id, ...shown };
  const event = { containerId: container.id, scanId, type, source: "edge", status: "done", cameraId } as const;
  const recordScan = () =>
    Promise.all([
      audit(tx, { action: "scan.record", subject: { type: "scan", id: scanId }, before: null, after }),
      recordEvent(tx, { kind: "scan.recorded", ...event }, nowMs),
    ]);
  const isIllegal = type === "illegal";
  const findings = isIllegal
    ? illegalFindings(detections, settings.illegalEscalationConfidence)
    : criticalFindings(manifestMatch);
  if (findings.length === 0) atEnd(recordScan);
  else {
    // Dashboards receive the scan before the escalation that it raises.
    await recordScan();
    const source = isIllegal ? ("illegal" as const) : ("manifest" as const);
    const earlier = entered.visit.id === visit.id ? undefined : entered.visit.number;
    const reason = summariseFindings(findings, earlier);
    const raised = { container, source, reason, scanId, findings, raisedById: null };
    await raiseEscalation(tx, { jobs, audit, newId, nowMs }, raised);
  }
  if (cameraId !== null) atEnd(() => recordCamera(tx, { cameraId, deviceId, reported: { kind: "scan" }, nowMs }));
}
