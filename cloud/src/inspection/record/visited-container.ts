import type { Audit } from "../../journal/audit/create-audit.ts";
import type { OwnedContainer } from "./container-store.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { findFormerStanding } from "./standing-store.ts";
import { findVisitByNumber, type VisitRow } from "./visit-store.ts";

/** A container that a transaction has locked, with its current visit. */
export type HeldContainer = Pick<OwnedContainer, "container" | "visit">;

/** Dependencies of a write for finding its visit. */
export type VisitParts = { newId: () => string; audit: Audit; nowMs: number; visitGapMs: number };

/** A record: the time by which records are ordered, and who writes it. */
export type VisitRecord = { at: Date; openedBy: VisitRow["openedBy"]; openedById: string | null };

/** The container as it was on a visit; as it is, when that is the current one. */
export function containerOn({ container }: Pick<HeldContainer, "container">, visit: VisitRow) {
  if (visit.id === container.visitId) return container;
  const { id: visitId, manifestId, furtherManifestIds, categoryScan, categoryScanOrderedAt } = visit;
  return {
    ...container,
    visitId,
    status: visit.status ?? "REGISTERED",
    manifestId,
    furtherManifestIds,
    categoryScan,
    categoryScanOrderedAt,
  };
}

/** A container as it was on the visit of this number, or as it is; undefined when it has none of this number. */
export async function visitOf(
  db: DatabaseOrTransaction,
  found: OwnedContainer,
  number: number | undefined,
): Promise<OwnedContainer | undefined> {
  if (number === undefined || number === found.visit.number) return found;
  const visit = await findVisitByNumber(db, found.container.id, number);
  // An open escalation is always of the current visit.
  const isEscalated = found.isEscalated && visit?.id === found.container.visitId;
  const standing = visit ? await findFormerStanding(db, visit.id) : null;
  return visit && { ...found, visit, container: containerOn(found, visit), isEscalated, standing };
}
