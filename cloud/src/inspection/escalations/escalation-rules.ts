import type {
  ContainerStatus,
  Detection,
  EscalationDecision,
  EscalationState,
  ManifestMatch,
  MatchFinding,
  Role,
} from "@container-inspection/shared-schemas";

type Person = { userId: string; role: Role };
type Standing = { state: EscalationState; claimedById: string | null };
/** Why something cannot be done with an escalation as it stands. */
export type Refusal = {
  code: "ESCALATION_RESOLVED" | "ESCALATION_CLAIMED" | "ESCALATION_NOT_CLAIMED";
  message: string;
};

const RESOLVED: Refusal = { code: "ESCALATION_RESOLVED", message: "This escalation is resolved: raise another one." };
const CLAIMED: Refusal = {
  code: "ESCALATION_CLAIMED",
  message: "Somebody else has claimed this escalation: that person or an admin can release it.",
};
const NOT_CLAIMED: Refusal = { code: "ESCALATION_NOT_CLAIMED", message: "Nobody has claimed this escalation." };

/** Whoever asks first has it; asking again is fine. */
export function refuseClaim({ state, claimedById }: Standing, caller: Person): Refusal | undefined {
  if (state === "RESOLVED") return RESOLVED;
  return state === "CLAIMED" && claimedById !== caller.userId ? CLAIMED : undefined;
}

/** It is given back by the person who has it, or by an admin when that person is away. */
export function refuseRelease({ state, claimedById }: Standing, caller: Person): Refusal | undefined {
  if (state === "RESOLVED") return RESOLVED;
  if (state === "OPEN") return NOT_CLAIMED;
  return claimedById !== caller.userId && caller.role !== "admin" ? CLAIMED : undefined;
}

/** Any supervisor decides what nobody has claimed, otherwise only the one who has. */
export function refuseResolve(standing: Standing, caller: Person): Refusal | undefined {
  return refuseClaim(standing, caller);
}

/** A decision to hold a container that no decision to clear it has followed. */
export type StandingHold = { id: string; visitId: string; resolvedById: string | null };

/** True when this person may take this decision: a container is cleared by a person who holds it by none of the standing decisions. */
export function mayDecide(decision: EscalationDecision, userId: string, holds: readonly StandingHold[]): boolean {
  return decision !== "clear" || !holds.some((hold) => hold.resolvedById === userId);
}

/** What a container's status becomes by a decision. */
export const statusAfter: Record<EscalationDecision, ContainerStatus> = {
  clear: "CLEARED",
  hold: "HELD",
  inspect: "INSPECT",
};

/** The findings of a match that a supervisor must see. */
export function criticalFindings(match: ManifestMatch | null): MatchFinding[] {
  return match?.findings.filter(({ severity }) => severity === "critical") ?? [];
}

/** The findings that are not among those of before. */
export function newFindings(findings: readonly MatchFinding[], before: readonly MatchFinding[]): MatchFinding[] {
  return findings.filter((finding) => !before.some((known) => isSameFinding(known, finding)));
}

function isSameFinding(one: MatchFinding, other: MatchFinding): boolean {
  return one.rule === other.rule && one.declared === other.declared && one.observed === other.observed;
}

/** Critical findings as the reason of the escalation that they raise, in one sentence, and the visit they are of if it is an earlier one. */
export function summariseFindings(findings: readonly MatchFinding[], earlierVisit?: number): string {
  const [first, ...others] = findings;
  const more = others.length === 0 ? "" : ` (and ${others.length} more critical)`;
  const late = earlierVisit === undefined ? "" : ` (on visit ${earlierVisit}, reported late)`;
  return `${first?.message ?? ""}${more}${late}`;
}

/** Illegal goods found with at least this confidence, 0 to 1, or with none given: one critical finding per detection. */
export function illegalFindings(detections: readonly Detection[], leastConfidence: number): MatchFinding[] {
  return detections
    .filter(({ confidence }) => confidence === null || confidence >= leastConfidence)
    .map(({ className }) => ({
      rule: "illegal-goods",
      severity: "critical",
      declared: null,
      observed: className,
      message: `Illegal goods found: ${className ?? "something without a name"}.`,
    }));
}
