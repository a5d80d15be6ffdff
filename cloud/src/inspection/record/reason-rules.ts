import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { Phrase } from "@container-inspection/shared-schemas/phrase";
import { english, messageOf, named, join, joins, withPhrase, type Words } from "../../match/english.ts";
import { ALERT_RULES } from "../../match/rules/alert-findings.ts";

/** The number of classes that are named beside the first finding. */
const MOST_NAMED = 3;

/** The parts of a finding that a summary reads. */
export type Summarised = Pick<MatchFinding, "rule" | "className" | "message" | "phrases">;

/**
 * Summarises critical findings in one sentence, as the reason of an escalation; `earlierVisit` is their visit, unless
 * it is the current one. Illegal goods and other alerts are named in any case: the first one may be a bottle, and the
 * second one a firearm.
 */
export function summariseFindings(findings: readonly Summarised[], earlierVisit?: number): Words {
  const [first, ...others] = findings;
  const classes = others.filter(({ rule }) => ALERT_RULES.has(rule)).flatMap(({ className }) => className ?? []);
  const names = join([...new Set(classes)].slice(0, MOST_NAMED).map(named), joins.comma);
  const message = first ? withPhrase(first.message, first.phrases?.message) : "";
  const summary = addOthers(message, others.length, names);
  if (earlierVisit === undefined) return summary;
  return english`${summary} (on visit ${String(earlierVisit)}, reported late)`;
}

function addOthers(first: Words, others: number, names: Words): Words {
  if (others === 0) return first;
  return names === ""
    ? english`${first} (and ${others} more critical)`
    : english`${first} (and ${others} more critical: ${names})`;
}

/** The reason of an escalation that is drawn at random. */
export const SAMPLE_REASON = english`Chosen at random among green containers, to find what the rules overlook. Inspect it, then clear it if it is as declared, or hold it.`;

/** The phrase of an escalation's reason, where it summarises the findings; undefined for the words of a user. */
export function phraseOfReason(escalation: { reason: string; findings: readonly Summarised[] }): Phrase | undefined {
  const { reason, findings } = escalation;
  const visit = / \(on visit (\d+), reported late\)$/.exec(reason)?.[1];
  const summary = summariseFindings(findings, visit === undefined ? undefined : Number(visit));
  return [SAMPLE_REASON, summary].map(messageOf).find(({ message }) => message === reason)?.phrase;
}
