import type { Shift } from "@container-inspection/shared-schemas/shifts";
import type { PlacedShift, ShiftRow } from "./shift-store.ts";

/** A shift as replies show it. */
export function presentShift({ shift, ...places }: PlacedShift, now: Date): Shift {
  const { id, startedAt, endsAt } = shift;
  const times = { startedAt: startedAt.toISOString(), endsAt: endsAt.toISOString() };
  return { id, ...places, ...times, isActive: endsAt > now };
}

/** A shift as the audit log keeps it. */
export function snapshotShift({
  laneId,
  operatorId,
  startedAt,
  endsAt,
}: Pick<ShiftRow, "laneId" | "operatorId" | "startedAt" | "endsAt">) {
  return { laneId, operatorId, startedAt: startedAt.toISOString(), endsAt: endsAt.toISOString() };
}
