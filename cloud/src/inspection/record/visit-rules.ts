import type { ContainerStatus } from "@container-inspection/shared-schemas/containers";

/** The time span of a visit. */
export type VisitSpan = {
  id: string;
  openedBy: "edge" | "user";
  openedAt: Date;
  /** Null before its first record. */
  lastWriteAt: Date | null;
  closedAt: Date | null;
};

/**
 * Visit that a record belongs to: a known one, the next one, or one that was missed and is already over.
 */
export type VisitChoice<Visit> = { kind: "known"; visit: Visit } | { kind: "next" } | { kind: "missed" };

/** A container with one of these has not left: a supervisor must decide about it, or has decided to keep it. */
export const STAYS: ReadonlySet<ContainerStatus> = new Set(["ESCALATED", "HELD", "INSPECT"]);

/** True for a container that must be cleared before it can be on another visit. */
export function staysUntilCleared(status: ContainerStatus): boolean {
  return STAYS.has(status);
}

/**
 * True when a record of this time is too late for the current visit, so that it begins another one: longer after the
 * last record than the gap, unless the container is escalated, held or to be inspected. A visit without a record waits
 * for its first one.
 */
export function isOver(current: VisitSpan, status: ContainerStatus, at: Date, gapMs: number): boolean {
  if (current.lastWriteAt === null || staysUntilCleared(status)) return false;
  return at.getTime() - current.lastWriteAt.getTime() > gapMs;
}

/** True when a record of this time belongs to the current visit without a look at the others. */
export function isCurrentFor(current: VisitSpan, status: ContainerStatus, at: Date, gapMs: number): boolean {
  return at >= current.openedAt && !isOver(current, status, at, gapMs);
}

/**
 * Chooses the visit of a record by its time, as if it had come in time: the visit that was on then or had ended at most
 * the gap before, else the one that began at most the gap after, which then began earlier than was known. A record that
 * no visit is near to is of a visit that was missed, which is over if a later one is known. A container's only visit
 * takes its first record, of whatever time. Visits come in the order in which they began.
 */
export function chooseVisit<Visit extends VisitSpan>(
  at: Date,
  visits: readonly Visit[],
  current: { id: string; status: ContainerStatus },
  gapMs: number,
): VisitChoice<Visit> {
  const before = visits.findLast(({ openedAt }) => openedAt <= at);
  // Stryker disable next-line EqualityOperator: a visit that began at this very time is `before`, which is returned
  // above `after`
  const after = visits.find(({ openedAt }) => openedAt > at);
  if (before?.id === current.id)
    return isOver(before, current.status, at, gapMs) ? { kind: "next" } : { kind: "known", visit: before };
  if (before && isWithin(before.lastWriteAt ?? before.openedAt, at, gapMs)) return { kind: "known", visit: before };
  const isFirstRecord = visits.length === 1 && after?.lastWriteAt === null;
  if (after && (isFirstRecord || isWithin(at, after.openedAt, gapMs))) return { kind: "known", visit: after };
  return { kind: "missed" };
}

/**
 * Chooses the place for a visit of a container that is merged into this one: where its first record would have been
 * placed under the right number. The current visit takes one without a record or a manifest, which is no stay of its
 * own, and one that is not cleared yet, unless it comes after all others: a hold must show.
 */
export function placeVisit<Visit extends VisitSpan>(
  moved: VisitSpan & { status: ContainerStatus; manifestId: string | null },
  visits: readonly Visit[],
  current: { id: string; status: ContainerStatus },
  gapMs: number,
): VisitChoice<Visit> | { kind: "current" } {
  const choice = chooseVisit(moved.openedAt, visits, current, gapMs);
  if (choice.kind === "known" && choice.visit.id === current.id) return choice;
  const isBlank = moved.lastWriteAt === null && moved.manifestId === null;
  const mustShow = staysUntilCleared(moved.status) && choice.kind !== "next";
  return isBlank || mustShow ? { kind: "current" } : choice;
}

/**
 * The visit that an earlier one turns out to be a part of, now that a late record closed the gap between them: the next
 * one, unless a person opened that one, or the earlier one was decided about.
 */
export function findContinuation<Visit extends VisitSpan>(
  visit: VisitSpan,
  visits: readonly Visit[],
  gapMs: number,
): Visit | undefined {
  const next = visits[visits.findIndex(({ id }) => id === visit.id) + 1];
  if (!next || next.openedBy === "user" || visit.closedAt !== null) return undefined;
  return isWithin(visit.lastWriteAt ?? visit.openedAt, next.openedAt, gapMs) ? next : undefined;
}

/** Weights of the statuses, from the least important one to the one that must not be lost. */
const weights: Record<ContainerStatus, number> = {
  REGISTERED: 0,
  SCANNED: 1,
  CLEARED: 2,
  INSPECT: 3,
  ESCALATED: 4,
  HELD: 5,
};

/** The status of two visits that turn out to be one: the stricter one, so that no decision is lost. */
export function stricterStatus(one: ContainerStatus, other: ContainerStatus): ContainerStatus {
  // Stryker disable next-line EqualityOperator: two of the same weight are the same status
  return weights[one] >= weights[other] ? one : other;
}

function isWithin(from: Date, to: Date, gapMs: number): boolean {
  return to.getTime() - from.getTime() <= gapMs;
}
