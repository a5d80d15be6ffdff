import type { Audit } from "../../journal/audit/create-audit.ts";
import type { CategoryMaps } from "../category-map/category-maps.ts";
import { lockContainer } from "../containers/container-store.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { criticalFindings, newFindings, summariseFindings } from "../escalations/escalation-rules.ts";
import { raiseEscalation } from "../escalations/raise-escalation.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import { findManifest, type ManifestRow } from "./manifest-store.ts";
import { createMatchScan } from "../matching/match-scan.ts";

export type MismatchParts = {
  categoryMaps: CategoryMaps;
  jobs: Jobs;
  audit: Audit;
  newId: () => string;
  nowMs: number;
};

/** What was different about a container and its manifest before a change; the rest was as it is now. */
type Before = { manifest?: ManifestRow | null; containerNumber?: string };

/**
 * Escalates a container when its current manifest has critical findings against the category scan it shows that it did
 * not have before the change: supervisors do not get again what they have already decided. Returns whether it did.
 * Locks the container.
 */
export async function escalateMismatch(
  tx: DatabaseOrTransaction,
  { categoryMaps, ...parts }: MismatchParts,
  containerId: string,
  before: Before,
): Promise<boolean> {
  const { container } = (await lockContainer(tx, containerId)) ?? {};
  if (!container?.categoryScan || container.manifestId === null) return false;
  // The manifest of an older visit is not compared with the scan of this one.
  if (before.manifest && before.manifest.id !== container.manifestId) return false;
  const { manifest } = (await findManifest(tx, container.manifestId)) ?? {};
  if (!manifest) return false;
  const { scanId, detections } = container.categoryScan;
  const map = await categoryMaps.current(tx);
  const { manifest: manifestBefore = manifest, ...containerBefore } = before;
  const now = createMatchScan(manifest, map)(container, detections);
  const then = createMatchScan(manifestBefore, map)({ ...container, ...containerBefore }, detections);
  const findings = newFindings(criticalFindings(now), criticalFindings(then));
  if (findings.length === 0) return false;
  const reason = summariseFindings(findings);
  const raised = { container, source: "manifest" as const, reason, scanId, findings, raisedById: null };
  return (await raiseEscalation(tx, parts, raised)) !== undefined;
}
