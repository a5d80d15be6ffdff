import type { ContainerStatus } from "@container-inspection/shared-schemas/containers";
import type {
  EscalationDecision,
  EscalationSource,
  EscalationState,
} from "@container-inspection/shared-schemas/escalations";
import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { Role } from "@container-inspection/shared-schemas/roles";
import { ALERT_RULES, ILLEGAL_GOODS } from "../../match/rules/alert-findings.ts";
import { summariseFindings } from "../record/reason-rules.ts";

type Person = { userId: string; role: Role };
type Standing = { state: EscalationState; claimedById: string | null };
/** Reason why an escalation cannot be changed in its current state. */
export type Refusal = {
  code: "ESCALATION_RESOLVED" | "ESCALATION_CLAIMED" | "ESCALATION_NOT_CLAIMED";
  message: string;
};

const RESOLVED: Refusal = { code: "ESCALATION_RESOLVED", message: "This escalation is resolved. Raise a new one." };
const CLAIMED: Refusal = {
  code: "ESCALATION_CLAIMED",
  message: "Another user has claimed this escalation. That user or an admin can release it.",
};
const NOT_CLAIMED: Refusal = { code: "ESCALATION_NOT_CLAIMED", message: "This escalation is not claimed." };

/** The first caller gets the escalation; claiming it again is allowed. */
export function refuseClaim({ state, claimedById }: Standing, caller: Person): Refusal | undefined {
  if (state === "RESOLVED") return RESOLVED;
  return state === "CLAIMED" && claimedById !== caller.userId ? CLAIMED : undefined;
}

/** The user who claimed an escalation releases it, or an admin when that user is absent. */
export function refuseRelease({ state, claimedById }: Standing, caller: Person): Refusal | undefined {
  if (state === "RESOLVED") return RESOLVED;
  if (state === "OPEN") return NOT_CLAIMED;
  return claimedById !== caller.userId && caller.role !== "admin" ? CLAIMED : undefined;
}

/** Any supervisor resolves an escalation that is not claimed, otherwise only the user who claimed it. */
export function refuseResolve(standing: Standing, caller: Person): Refusal | undefined {
  return refuseClaim(standing, caller);
}

/** A decision to hold a container that no decision to clear it has followed. */
export type StandingHold = {
  id: string;
  visitId: string;
  resolvedById: string | null;
  by: string;
  at: Date;
  reason: string;
};

/** True if this user may take this decision: a user whose hold decision is still in force may not clear it. */
export function mayDecide(
  decision: EscalationDecision,
  userId: string,
  holds: readonly Pick<StandingHold, "resolvedById">[],
): boolean {
  return decision !== "clear" || !holds.some((hold) => hold.resolvedById === userId);
}

/** The status of a container after a decision. */
export const statusAfter: Record<EscalationDecision, ContainerStatus> = {
  clear: "CLEARED",
  hold: "HELD",
  inspect: "INSPECT",
};

/** The findings that a supervisor must see. */
export const criticalFindings = (findings: readonly MatchFinding[]): MatchFinding[] =>
  findings.filter(({ severity }) => severity === "critical");

/**
 * Sources of escalations, most severe first. Users come before the manifest, because they saw the container.
 */
export const SOURCES_BY_SEVERITY: readonly EscalationSource[] = ["illegal", "alert", "user", "manifest", "sample"];

/** Returns the more severe of two sources of an escalation. */
const moreSevere = (one: EscalationSource, other: EscalationSource): EscalationSource =>
  SOURCES_BY_SEVERITY.find((source) => source === one || source === other) ?? one;

/**
 * Returns the source of an escalation: illegal goods before other alerts, and these before the manifest.
 */
export function sourceOf(findings: readonly MatchFinding[]): EscalationSource {
  if (findings.some(({ rule }) => rule === ILLEGAL_GOODS)) return "illegal";
  return findings.some(({ rule }) => ALERT_RULES.has(rule)) ? "alert" : "manifest";
}

/** An open escalation as far as further findings change it. */
type Extended = { source: EscalationSource; reason: string; scanId: string | null; findings: MatchFinding[] };

/**
 * An open escalation with further critical findings, which `scanId` showed; undefined where it names all their grounds
 * already. A ground is a rule about a class or a declared row: that a finding is seen again elsewhere adds nothing to
 * decide about. The most severe findings come first, and their scan is the one to judge. The reason follows the
 * findings, unless it is in the words of a user.
 */
export function extendWith(
  open: Extended,
  { findings, scanId }: { findings: readonly MatchFinding[]; scanId: string | null },
): Extended | undefined {
  const added = distinctGrounds(findings).filter((finding) => !open.findings.some((one) => isSameGround(one, finding)));
  if (added.length === 0) return undefined;
  const source = moreSevere(open.source, sourceOf(added));
  const bySeverity = (one: MatchFinding) => SOURCES_BY_SEVERITY.indexOf(sourceOf([one]));
  const all = [...open.findings, ...added].toSorted((one, other) => bySeverity(one) - bySeverity(other));
  return {
    source,
    reason: isSummary(open) ? String(summariseFindings(all)) : open.reason,
    scanId: source === open.source ? (open.scanId ?? scanId) : scanId,
    findings: all,
  };
}

const isSummary = ({ source, reason, findings }: Extended) =>
  source === "sample" || reason === String(summariseFindings(findings));

const distinctGrounds = (findings: readonly MatchFinding[]) =>
  findings.filter((finding, index) => findings.findIndex((one) => isSameGround(one, finding)) === index);

const isSameGround = (one: MatchFinding, other: MatchFinding) =>
  one.rule === other.rule && one.className === other.className && one.declared === other.declared;
