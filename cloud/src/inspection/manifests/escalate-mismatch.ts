import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { Needs } from "../parts.ts";
import type { Audit } from "../../journal/audit/create-audit.ts";
import { lockContainer } from "../record/container-store.ts";
import { criticalFindings, sourceOf } from "../escalations/escalation-rules.ts";
import { summariseFindings } from "../record/reason-rules.ts";
import { findDecidedFindings } from "../escalations/escalation-store.ts";
import { raiseEscalation } from "../escalations/raise-escalation.ts";
import { judgePictures } from "../judging/judge-pictures.ts";
import { type JudgedVisit, withHistory } from "../judging/judge-visit.ts";
import { keepLane } from "../judging/keep-lane.ts";
import type { CompiledRules } from "../../match/rules/match-manifest.ts";
import { newFindings } from "../../match/rules/same-finding.ts";
import type { ManifestRow } from "../record/manifest-store.ts";

export type MismatchParts = Needs<"matchRules" | "jobs" | "newId"> & { audit: Audit; nowMs: number };

/**
 * Values of a container and its manifests before a change that differ from the current ones; all others are equal.
 */
type Before = {
  /** Returns the manifests as they were attached before, from those that are attached now. */
  attached?: (now: readonly ManifestRow[]) => readonly ManifestRow[];
  containerNumber?: string;
};

/**
 * Keeps the lane of a container's current visit after a change of its papers, and escalates the container when its
 * manifests have critical findings against the pictures of the visit that they did not have before the change and that
 * no decision covers. Returns whether it did. Locks the container.
 */
export async function escalateMismatch(
  tx: DatabaseOrTransaction,
  parts: MismatchParts,
  containerId: string,
  before: Before,
): Promise<boolean> {
  const { container } = (await lockContainer(tx, containerId)) ?? {};
  if (!container) return false;
  const found = await keepLane(tx, parts, container);
  const { attached, pictures } = found.judged;
  const [newest] = pictures;
  if (!newest || container.manifestId === null) return false;
  const decided = await findDecidedFindings(tx, { containerId, visitId: container.visitId, attached });
  const known = await findCriticalsBefore(tx, found, { ...before, visitId: container.visitId, containerId });
  const findings = newFindings(criticalFindings(found.judgement.findings), [...known, ...decided], pictures);
  if (findings.length === 0) return false;
  const scanId = findings[0]?.evidence?.[0]?.scanId ?? container.categoryScan?.scanId ?? newest.scanId;
  const reason = String(summariseFindings(findings));
  const raised = { container, source: sourceOf(findings), reason, scanId, findings };
  return (await raiseEscalation(tx, parts, { ...raised, raisedById: null })) !== undefined;
}

/** The critical findings that the visit had before a change. */
async function findCriticalsBefore(
  tx: DatabaseOrTransaction,
  { judged, rules }: JudgedVisit & { rules: CompiledRules },
  { attached: attachedBefore = (now) => now, containerNumber, visitId, containerId }: Before & PlaceOfVisit,
): Promise<MatchFinding[]> {
  const container = { ...judged.container, ...(containerNumber === undefined ? {} : { containerNumber }) };
  const attached = await withHistory(tx, attachedBefore(judged.attached), { id: visitId, containerId });
  return criticalFindings(judgePictures({ ...judged, container, attached }, rules).findings);
}

type PlaceOfVisit = { visitId: string; containerId: string };
