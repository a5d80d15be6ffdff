import { type DetectionVerdict, type Scan, scan, successEnvelope } from "@container-inspection/shared-schemas";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/context.ts";
import { json } from "../../platform/http/describe.ts";
import { ifMatchHolds } from "../../platform/http/etag.ts";
import { fail, okWithEtag } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { findProvenance } from "../provenance/link-store.ts";
import { openScan } from "./open-scan.ts";
import { presentScan } from "./present-scan.ts";
import { readContext } from "./read-context.ts";
import { readDetectionIndex, snapshotVerdict } from "./review-rules.ts";
import { lockScan } from "./scan-store.ts";
import { findVerdicts } from "./verdict-store.ts";

/** The description that both verdict routes share. */
export const verdictParams = z.object({ id: z.string(), scanId: z.string(), index: z.string() });
export const verdictOk = { 200: json(successEnvelope(scan), "The scan with its verdicts") };
export const VERDICT_DESCRIPTION =
  "`index` is the position of the detection in the scan's `detections`, from 0. Detections and summary stay as the model returned them; " +
  "what counts is what the reviewers leave: a rejected detection does not count, a corrected one counts under its other class, and " +
  "corrected and confirmed ones count as certain. This is what is compared with the manifest, in the scan's `manifestMatch` and in the " +
  "report, which also lists what was rejected, by whom and why. A verdict resolves no escalation and changes no container's status: a " +
  "supervisor decides. Honours If-Match with the ETag of the scan.";

type VerdictChange = {
  /** As the audit log names it. */
  action: string;
  params: { id: string; scanId: string; index: string };
  apply: (
    tx: DatabaseOrTransaction,
    detection: { scanId: string; index: number; before: DetectionVerdict | undefined },
  ) => Promise<"changed" | "no-verdict">;
};

/** Changes the verdict on one detection and writes it into the audit log, in one transaction; replies with the scan. */
export async function changeVerdict(
  c: AppContext,
  parts: Needs<"db" | "matchRules" | "nowMs" | "newId">,
  { action, params, apply }: VerdictChange,
) {
  const { scanId } = params;
  const audit = auditOf(c, parts);
  return parts.db.transaction(async (tx) => {
    // The detections of a stored scan never change: the lock makes reviewers take turns.
    await lockScan(tx, scanId);
    const { found, refusal } = await openScan(c, tx, params);
    if (refusal) return refusal;
    const { detections } = found.scan;
    const index = readDetectionIndex(params.index, detections.length);
    if (index === undefined) return fail(c, "DETECTION_NOT_FOUND", countMessage(detections.length));
    const context = await readContext({ db: tx, matchRules: parts.matchRules }, found);
    const provenance = await findProvenance(tx, scanId, new Date(parts.nowMs()));
    const show = async () => presentScan(found.scan, context, await findVerdicts(tx, scanId), provenance);
    const current = await show();
    if (!ifMatchHolds(c, current))
      return fail(c, "PRECONDITION_FAILED", "The scan has changed since it was read. Read it again.");
    const verdictIn = ({ verdicts }: Scan) => verdicts.find((verdict) => verdict.index === index);
    const outcome = await apply(tx, { scanId, index, before: verdictIn(current) });
    if (outcome === "no-verdict") return fail(c, "VERDICT_NOT_FOUND", "This detection has no verdict.");
    const after = await show();
    const snapshot = (shown: Scan) => ({ [`detections.${index}`]: snapshotVerdict(verdictIn(shown)) });
    const states = { before: snapshot(current), after: snapshot(after) };
    await audit(tx, { action, subject: { type: "scan", id: scanId }, ...states });
    return okWithEtag(c, after);
  });
}

function countMessage(count: number): string {
  return count === 0
    ? "This scan has no detections."
    : `This scan has no such detection: its detections are numbered from 0 to ${count - 1}.`;
}
