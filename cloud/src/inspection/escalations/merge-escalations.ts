import type { Audit } from "../../journal/audit/create-audit.ts";
import type { ContainerRow } from "../containers/container-store.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { recordEvent } from "../../journal/events/event-store.ts";
import { newFindings } from "./escalation-rules.ts";
import { findEscalation, findStandingHolds, type FoundEscalation } from "./escalation-store.ts";
import { endEscalation, extendEscalation, findOpenEscalation, renewDecisions } from "./merge-store.ts";
import { presentEscalation } from "./present-escalation.ts";

type MergeParts = { audit: Audit; nowMs: number; userId: string };

/**
 * Readies the escalations of two locked containers for `heir` to take over those of `gone`: what holds one of them is not undone by an
 * earlier decision on the other, and of two open ones the heir's goes on with what the other says.
 */
export async function mergeEscalations(
  tx: DatabaseOrTransaction,
  parts: MergeParts,
  { gone, heir }: { gone: ContainerRow; heir: ContainerRow },
): Promise<void> {
  const holds = [...(await findStandingHolds(tx, gone.id)), ...(await findStandingHolds(tx, heir.id))];
  const renewal = { containerIds: [gone.id, heir.id], nowMs: parts.nowMs };
  await renewDecisions(
    tx,
    holds.map((hold) => hold.id),
    renewal,
  );
  const [ending, kept] = [await findOpenEscalation(tx, gone.id), await findOpenEscalation(tx, heir.id)];
  if (ending && kept) await fold(tx, parts, { ending, kept });
}

/** Ends an open escalation in favour of another: its reason and findings go on there, and so does who claimed it, if nobody has that. */
async function fold(
  tx: DatabaseOrTransaction,
  { audit, nowMs, userId }: MergeParts,
  { ending, kept }: { ending: FoundEscalation; kept: FoundEscalation },
): Promise<void> {
  const [from, into] = [ending.escalation, kept.escalation];
  const [fromNumber, intoNumber] = [ending.container.containerNumber, kept.container.containerNumber];
  const { state, claimedById, claimedAt } = into.state === "OPEN" ? from : into;
  await extendEscalation(tx, into.id, {
    state,
    claimedById,
    claimedAt,
    reason: `${into.reason} (and as ${fromNumber}: ${from.reason})`,
    findings: [...into.findings, ...newFindings(from.findings, into.findings)],
    scanId: into.scanId ?? from.scanId,
    updatedAt: new Date(nowMs),
  });
  const why = `Goes on in escalation ${into.id}: ${fromNumber} was merged into ${intoNumber}.`;
  await endEscalation(tx, from.id, { why, userId, nowMs });
  const told = { containerId: kept.container.id, escalationId: from.id, decision: null };
  await recordEvent(tx, { kind: "escalation.resolved", ...told }, nowMs);
  for (const before of [ending, kept]) {
    const { id } = before.escalation;
    const after = await findEscalation(tx, id);
    if (!after) throw new Error(`the escalation ${id} of a locked container vanished`);
    const states = { before: presentEscalation(before), after: presentEscalation(after) };
    await audit(tx, { action: "escalation.fold", subject: { type: "escalation", id }, ...states });
  }
}
