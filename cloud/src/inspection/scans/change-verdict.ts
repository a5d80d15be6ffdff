import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { type DetectionVerdict, type Scan, scan } from "@container-inspection/shared-schemas/scans";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/context.ts";
import { json } from "../../platform/http/describe.ts";
import { ifMatchHolds } from "../../platform/http/etag.ts";
import { fail } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { keepLanes } from "../judging/keep-lane.ts";
import { findProvenance } from "../provenance/link-store.ts";
import { openScan } from "./open-scan.ts";
import { presentScan } from "./present-scan.ts";
import { readContext } from "./read-context.ts";
import { readDetectionIndex, snapshotVerdict } from "../pictures/review-rules.ts";
import { lockContainerOfScan, lockScan, type ScanRow } from "./scan-store.ts";
import { findVerdicts } from "../pictures/verdict-store.ts";

/** The description that both verdict routes share. */
export const verdictParams = z.object({ id: z.string(), scanId: z.string(), index: z.string() });
export const verdictOk = { 200: json(successEnvelope(scan), "The scan with its verdicts") };
export const VERDICT_DESCRIPTION =
  "`index` is the position of the detection in the scan's `detections`, from 0. Detections and summary stay as the model returned them; " +
  "what counts is what the reviewers leave: a rejected detection does not count, a corrected one counts under its other class, and " +
  "corrected and confirmed ones count as certain, with the outline that the reviewer drew. Objects that a reviewer added count too: they " +
  "are listed among the `verdicts`, with indexes after the detections, which are never used again. This is what is compared with the manifest, in the scan's `manifestMatch` and in the " +
  "report, which also lists what was rejected, by whom and why. A verdict resolves no escalation and changes no container's status: a " +
  "supervisor decides. Honours If-Match with the ETag of the scan.";

/** A detection whose verdict changes. */
export type ReviewedPlace = {
  scan: ScanRow;
  index: number;
  before: DetectionVerdict | undefined;
  /** True where a reviewer added it, or does so now: the model did not find it. */
  isAdded: boolean;
};

type VerdictChange<Refusal> = {
  /** Name of the change in the audit log. */
  action: string;
  /** Without an index, one more detection is added. */
  params: { id: string; scanId: string; index?: string };
  apply: (tx: DatabaseOrTransaction, place: ReviewedPlace) => Promise<"changed" | { refusal: Refusal }>;
};

/**
 * Changes the verdict on one detection and writes it into the audit log, in one transaction. `reply` answers with the
 * scan.
 */
export async function changeVerdict<Reply, Refusal = never>(
  c: AppContext,
  parts: Needs<"db" | "matchRules" | "nowMs" | "newId">,
  { action, params, apply }: VerdictChange<Refusal>,
  reply: (c: AppContext, after: Scan) => Reply,
) {
  const { scanId } = params;
  const audit = auditOf(c, parts);
  return parts.db.transaction(async (tx) => {
    // The container first, as in all that judge its visits.
    await lockContainerOfScan(tx, scanId);
    // The detections of a stored scan never change: the lock makes reviewers take turns.
    await lockScan(tx, scanId);
    const { found, refusal } = await openScan(c, tx, params);
    if (refusal) return refusal;
    const { detections, addedCount } = found.scan;
    const count = detections.length + addedCount;
    const index = params.index === undefined ? count : readDetectionIndex(params.index, count);
    if (index === undefined) return fail(c, "DETECTION_NOT_FOUND", countMessage(detections.length));
    const context = await readContext({ db: tx, matchRules: parts.matchRules }, found);
    const provenance = await findProvenance(tx, scanId, new Date(parts.nowMs()));
    const show = async () => presentScan(found.scan, context, await findVerdicts(tx, scanId), provenance);
    const current = await show();
    if (!ifMatchHolds(c, current))
      return fail(c, "PRECONDITION_FAILED", "The scan has changed since it was read. Read it again.");
    const verdictIn = ({ verdicts }: Scan) => verdicts.find((verdict) => verdict.index === index);
    const before = verdictIn(current);
    const isAdded = index >= detections.length;
    if (isAdded && index < count && !before)
      return fail(c, "DETECTION_NOT_FOUND", "This detection was added by a reviewer, and removed.");
    const outcome = await apply(tx, { scan: found.scan, index, before, isAdded });
    if (outcome !== "changed") return outcome.refusal;
    const { containerId, visitId } = found.scan;
    await keepLanes(tx, { ...parts, nowMs: parts.nowMs() }, containerId, (id) => id === visitId);
    const after = await show();
    const snapshot = (shown: Scan) => ({ [`detections.${index}`]: snapshotVerdict(verdictIn(shown)) });
    const states = { before: snapshot(current), after: snapshot(after) };
    await audit(tx, { action, subject: { type: "scan", id: scanId }, ...states });
    return reply(c, after);
  });
}

function countMessage(count: number): string {
  return count === 0
    ? "This scan has no detections."
    : `This scan has no such detection: its detections are numbered from 0 to ${count - 1}.`;
}
