import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { Needs } from "../parts.ts";
import type { Audit } from "../../journal/audit/create-audit.ts";
import { attachedIds } from "../record/attached-manifest-store.ts";
import { lockContainer } from "../record/container-store.ts";
import { criticalFindings, sourceOf, summariseFindings } from "../escalations/escalation-rules.ts";
import { findDecidedFindings } from "../escalations/escalation-store.ts";
import { raiseEscalation } from "../escalations/raise-escalation.ts";
import { type Judged, judgePictures } from "../judging/judge-pictures.ts";
import type { CompiledRules } from "../../match/rules/match-manifest.ts";
import { newFindings } from "../../match/rules/same-finding.ts";
import { findPictures } from "../pictures/picture-store.ts";
import { findManifestRows, type ManifestRow } from "../record/manifest-store.ts";

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
 * Escalates a container when its current manifests have critical findings against the pictures of its visit that they
 * did not have before the change and that no decision covers. Returns whether it did. Locks the container.
 */
export async function escalateMismatch(
  tx: DatabaseOrTransaction,
  { matchRules, ...parts }: MismatchParts,
  containerId: string,
  before: Before,
): Promise<boolean> {
  const { container } = (await lockContainer(tx, containerId)) ?? {};
  if (!container?.categoryScan || container.manifestId === null) return false;
  const { visitId } = container;
  const pictures = await findPictures(tx, { id: visitId, containerId });
  const attached = await findManifestRows(tx, attachedIds(container));
  const judged = { container, attached, pictures };
  const decided = await findDecidedFindings(tx, { containerId, visitId, attached });
  const rules = await matchRules.ofVisit(tx, { id: visitId, containerId });
  const findings = findNewCriticals(judged, before, decided, rules);
  if (findings.length === 0) return false;
  const scanId = findings[0]?.evidence?.[0]?.scanId ?? container.categoryScan.scanId;
  const raised = { container, source: sourceOf(findings), reason: summariseFindings(findings), scanId, findings };
  return (await raiseEscalation(tx, parts, { ...raised, raisedById: null })) !== undefined;
}

/** The critical findings that did not exist before a change and that no decision covers. */
function findNewCriticals(
  judged: Judged & { attached: readonly ManifestRow[] },
  before: Before,
  decided: readonly MatchFinding[],
  rules: CompiledRules,
) {
  const { attached = (now) => now, ...containerBefore } = before;
  const judgedBefore = {
    ...judged,
    container: { ...judged.container, ...containerBefore },
    attached: attached(judged.attached),
  };
  const criticalsOf = (one: Judged) => criticalFindings(judgePictures(one, rules).findings);
  return newFindings(criticalsOf(judged), [...criticalsOf(judgedBefore), ...decided], judged.pictures);
}
