import type { ContainerStatus, LegalHold, Role } from "@container-inspection/shared-schemas";

/** Operators see the containers they own, supervisors and admins all. */
export function maySeeContainer(caller: { userId: string; role: Role }, container: { ownerId: string }): boolean {
  return caller.role !== "operator" || container.ownerId === caller.userId;
}

/**
 * True while nothing of a container may be deleted: under a legal hold, or held by a decision that stands. An escalation or an
 * inspection after that decision changes the status, not the hold.
 */
export function isHeld(
  { status, legalHold }: { status: ContainerStatus; legalHold: LegalHold | null },
  standingHolds: readonly unknown[],
): boolean {
  return legalHold !== null || status === "HELD" || standingHolds.length > 0;
}

/** The legal hold of a container that took over another one: none of the two is lost. */
export function joinLegalHolds(
  heir: { legalHold: LegalHold | null },
  gone: { containerNumber: string; legalHold: LegalHold | null },
): LegalHold | null {
  if (!heir.legalHold || !gone.legalHold) return heir.legalHold ?? gone.legalHold;
  const { reason, placedBy, placedAt } = gone.legalHold;
  const other = `${gone.containerNumber}, by ${placedBy.email} at ${placedAt}: ${reason}`;
  return { ...heir.legalHold, reason: `${heir.legalHold.reason} (and as ${other})` };
}
