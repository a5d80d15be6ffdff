import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { changeStatus } from "../escalations/change-status.ts";
import { findOpenEscalation, type FoundEscalation, readBackEscalation } from "../escalations/escalation-store.ts";
import { presentEscalation } from "../escalations/present-escalation.ts";
import { foldEscalation } from "../merging/merge-escalations.ts";
import type { MergeParts } from "../merging/merge-records.ts";
import { readBackContainer } from "../record/container-store.ts";
import { setVisitDecision } from "../record/visit-store.ts";
import { moveEscalationRow } from "./moved-records-store.ts";

type MovedScans = {
  fromId: string;
  intoId: string;
  /** The visit that the scans are on now. */
  visitId: string;
  scanIds: readonly string[];
};

/**
 * Moves the open escalation of a container that rests on nothing but scans which have moved to another one. Decisions
 * stay where they were taken. Returns whether it moved one.
 */
export async function movePassageEscalation(
  tx: DatabaseOrTransaction,
  parts: MergeParts,
  moved: MovedScans,
): Promise<boolean> {
  const open = await findOpenEscalation(tx, moved.fromId);
  if (!open || !restsOn(open.escalation, new Set(moved.scanIds))) return false;
  const kept = await findOpenEscalation(tx, moved.intoId);
  const { container: into } = await readBackContainer(tx, moved.intoId);
  if (kept) {
    const why = `its vehicle was ${into.containerNumber}, not ${open.container.containerNumber}`;
    await foldEscalation(tx, parts, { ending: open, kept, why, visitIds: [moved.visitId] });
    return true;
  }
  const { id } = open.escalation;
  const aboutVisitIds = moved.visitId === into.visitId ? [] : [moved.visitId];
  const place = { containerId: into.id, visitId: into.visitId, aboutVisitIds };
  await moveEscalationRow(tx, id, place);
  const states = { before: presentEscalation(open), after: presentEscalation(await readBackEscalation(tx, id)) };
  await parts.audit(tx, { action: "escalation.move", subject: { type: "escalation", id }, ...states });
  const status = await changeStatus(tx, parts, into, "ESCALATED");
  if (status === "ESCALATED") await setVisitDecision(tx, into.visitId, null);
  return true;
}

/** True of an escalation that these scans raised and no other; what a person raised is about the container. */
function restsOn({ source, scanId, findings }: FoundEscalation["escalation"], scanIds: ReadonlySet<string>): boolean {
  const shown = findings.flatMap(({ evidence = [] }) => evidence.map((one) => one.scanId));
  return source !== "user" && scanId !== null && [scanId, ...shown].every((id) => scanIds.has(id));
}
