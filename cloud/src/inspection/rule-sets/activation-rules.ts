import type { ErrorCode } from "@container-inspection/shared-schemas/errors";
import type { Replay } from "@container-inspection/shared-schemas/replays";
import type { RuleSetRow } from "../judging/rule-set-store.ts";
import type { RuleVersions } from "../judging/rules-in-force-store.ts";

/** Reason why a candidate cannot be put in force. */
export type ActivationRefusal = {
  code: Extract<ErrorCode, "RULE_SET_NOT_CANDIDATE" | "RULE_SET_OUTDATED" | "ACTIVATION_REFUSED">;
  message: string;
};

type Candidate = Pick<RuleSetRow, "version" | "state" | "baseVersion" | "proposedById">;
type LastReplay = { state: Replay["state"]; baseVersion: number; mapVersion: number; result: Replay["result"] };

/** Only a candidate that is based on the rule set in force can be replayed or put in force. */
export function refuseCandidate(
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

/**
 * Permits activation of a candidate by a user other than the one who proposed it, after a replay over the rules in
 * force that loses no confirmed critical finding and stays within the capacity of the site.
 */
export function refuseActivation(
  candidate: Candidate & { rules: Pick<RuleSetRow["rules"], "escalationsPerDay"> },
  { inForce, userId, replay }: { inForce: RuleVersions; userId: string; replay: LastReplay | undefined },
): ActivationRefusal | undefined {
  const refusal = refuseCandidate(candidate, inForce.ruleSetVersion);
  if (refusal) return refusal;
  const { version, rules } = candidate;
  const refused = (message: string) => ({ code: "ACTIVATION_REFUSED" as const, message });
  if (candidate.proposedById === userId)
    return refused(`You proposed rule set ${version}. Ask another admin to check and activate it.`);
  const isOverBase =
    replay?.baseVersion === inForce.ruleSetVersion && replay.mapVersion === inForce.mapVersion && replay.result;
  if (!isOverBase) return refused(describeMissingReplay(version, inForce, replay));
  const { lostFindings, escalations } = isOverBase;
  const [lost] = lostFindings.first;
  if (lost)
    return refused(
      `Rule set ${version} loses ${lostFindings.total} critical ${lostFindings.total === 1 ? "finding" : "findings"} that ` +
        `users confirmed, such as on container ${lost.containerNumber} (visit ${lost.visitId}): ${lost.finding.message} ` +
        "Propose rules that keep them, and replay these.",
    );
  const { escalationsPerDay: capacity = Infinity } = rules;
  if (escalations.average.candidate <= capacity) return undefined;
  return refused(
    `Rule set ${version} would raise ${escalations.average.candidate} escalations a day on average, and the site can work ` +
      `on ${capacity} (rules.escalationsPerDay). Propose rules that raise fewer, or state a higher capacity.`,
  );
}

function describeMissingReplay(version: number, inForce: RuleVersions, replay: LastReplay | undefined): string {
  if (replay?.state === "running")
    return `The replay of rule set ${version} is still running. Wait until it is finished.`;
  return (
    `Rule set ${version} has no finished replay over rule set ${inForce.ruleSetVersion} and category map ` +
    `${inForce.mapVersion}, which are in force. Start one with POST /v1/rule-sets/${version}/replay.`
  );
}
