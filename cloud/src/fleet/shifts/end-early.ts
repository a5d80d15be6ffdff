import type { Audit } from "../../journal/audit/create-audit.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { snapshotShift } from "./present-shift.ts";
import { setEnd, type ShiftRow } from "./shift-store.ts";

/** Ends a locked shift that lasts, now. */
export async function endEarly(
  tx: DatabaseOrTransaction,
  shift: ShiftRow,
  { now, endedById, audit }: { now: Date; endedById: string; audit: Audit },
): Promise<void> {
  await setEnd(tx, shift.id, { endsAt: now, endedById });
  const subject = { type: "shift", id: shift.id };
  const [before, after] = [snapshotShift(shift), snapshotShift({ ...shift, endsAt: now })];
  await audit(tx, { action: "shift.end", subject, before, after });
}
