import type { ManifestMatch } from "@container-inspection/shared-schemas/manifest-match";
import type { Audit } from "../../journal/audit/create-audit.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { Needs } from "../parts.ts";
import { hasGreenScan } from "../pictures/green-scan-store.ts";
import type { HeldContainer } from "../record/visited-container.ts";
import { SAMPLE_REASON } from "../record/reason-rules.ts";
import { raiseEscalation } from "./raise-escalation.ts";

/**
 * Returns true if a visit is drawn for the random sample of green, complete visits. The draw takes place at the first
 * scan that makes a visit green and complete, so that each visit is drawn once. Call it before the scan is written.
 */
export async function isDrawn(
  tx: DatabaseOrTransaction,
  { random }: Needs<"random">,
  { match, share, visit }: { match: ManifestMatch | null; share: number; visit: { id: string; containerId: string } },
): Promise<boolean> {
  if (share === 0 || match?.lane !== "green" || !match.isComplete) return false;
  return !(await hasGreenScan(tx, visit)) && random() < share;
}

/** Escalates a container of the random sample, which the transaction holds locked. */
export async function escalateSample(
  tx: DatabaseOrTransaction,
  parts: Needs<"jobs" | "newId"> & { audit: Audit; nowMs: number },
  { held, scanId }: { held: HeldContainer; scanId: string },
): Promise<void> {
  const { container } = held;
  await raiseEscalation(tx, parts, {
    container,
    source: "sample",
    reason: String(SAMPLE_REASON),
    scanId,
    findings: [],
    raisedById: null,
  });
}
