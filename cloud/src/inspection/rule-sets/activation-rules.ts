import type { ErrorCode } from "@container-inspection/shared-schemas";
import type { RuleSetRow } from "./rule-set-store.ts";

/** Why a candidate cannot be put in force. */
export type ActivationRefusal = {
  code: Extract<ErrorCode, "RULE_SET_NOT_CANDIDATE" | "RULE_SET_OUTDATED" | "ACTIVATION_REFUSED">;
  message: string;
};

type Candidate = Pick<RuleSetRow, "version" | "state" | "baseVersion" | "proposedById">;

/** Only a candidate that is based on the rule set in force can be replayed or put in force. */
function refuseCandidate(
  { version, state, baseVersion }: Candidate,
  versionInForce: number,
): ActivationRefusal | undefined {
  if (state !== "candidate") {
    const message = `Rule set ${version} is ${state}. To put its rules in force, propose them again.`;
    return { code: "RULE_SET_NOT_CANDIDATE", message };
  }
  if (baseVersion === versionInForce) return undefined;
  const message =
    `Rule set ${version} was proposed to replace rule set ${baseVersion}, but rule set ${versionInForce} is in force now. ` +
    "Compare the two, and propose the change again.";
  return { code: "RULE_SET_OUTDATED", message };
}

/** The four-eyes rule: a user other than the one who proposed a candidate puts it in force. */
export function refuseActivation(
  candidate: Candidate,
  { versionInForce, userId }: { versionInForce: number; userId: string },
): ActivationRefusal | undefined {
  const refusal = refuseCandidate(candidate, versionInForce);
  if (refusal) return refusal;
  if (candidate.proposedById !== userId) return undefined;
  const message = `You proposed rule set ${candidate.version}. Ask another admin to check and activate it.`;
  return { code: "ACTIVATION_REFUSED", message };
}
