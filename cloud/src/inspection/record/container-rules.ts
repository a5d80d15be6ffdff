import type { ContainerStatus, LegalHold } from "@container-inspection/shared-schemas/containers";
import type { Role } from "@container-inspection/shared-schemas/roles";
import { staysUntilCleared } from "./visit-rules.ts";

/** Operators see the containers they own, supervisors and admins all. */
export function maySeeContainer(caller: { userId: string; role: Role }, container: { ownerId: string }): boolean {
  return caller.role !== "operator" || container.ownerId === caller.userId;
}

/**
 * Returns the owners to whom a list is restricted: the caller if an operator, and the requested owner.
 */
export const ownersAsked = (caller: { userId: string; role: Role }, ownerId: string | undefined): string[] => [
  ...(caller.role === "operator" ? [caller.userId] : []),
  ...(ownerId === undefined ? [] : [ownerId]),
];

/**
 * True while no data of a container may be deleted: under a legal hold, or while a hold decision is in force.
 */
export function isHeld(
  { status, legalHold }: { status: ContainerStatus; legalHold: LegalHold | null },
  standingHolds: readonly unknown[],
): boolean {
  return legalHold !== null || status === "HELD" || standingHolds.length > 0;
}

/** True while a container must not leave: escalated, held, to be inspected, or under a legal hold. */
export function mustStay({ status, legalHold }: { status: ContainerStatus; legalHold: LegalHold | null }): boolean {
  return legalHold !== null || staysUntilCleared(status);
}

/** The legal hold of a container after another one was merged into it: it combines both. */
export function joinLegalHolds(
  target: { legalHold: LegalHold | null },
  merged: { containerNumber: string; legalHold: LegalHold | null },
): LegalHold | null {
  if (!target.legalHold || !merged.legalHold) return target.legalHold ?? merged.legalHold;
  const { reason, placedBy, placedAt } = merged.legalHold;
  const other = `${merged.containerNumber}, by ${placedBy.email} at ${placedAt}: ${reason}`;
  return { ...target.legalHold, reason: `${target.legalHold.reason} (and as ${other})` };
}
