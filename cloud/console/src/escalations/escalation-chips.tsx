import type {
  Escalation,
  EscalationDecision,
  EscalationSource,
} from "@container-inspection/shared-schemas/escalations";
import { t } from "@lingui/core/macro";
import { wordOf } from "../language/words.ts";
import { Chip, type Tone } from "../ui/chip.tsx";

const DECISION_TONE = { clear: "cleared", hold: "held", inspect: "inspect" } as const;
/** Decisions in the words of the container's status. */
const DECIDED: Record<EscalationDecision, string> = { clear: "cleared", hold: "held", inspect: "inspect" };

/** Class that gives an edge the colour of an escalation's decision, or of one that waits for it. */
export const stateClassOf = ({ decision }: Escalation): string =>
  `state-${decision ? DECISION_TONE[decision] : "escalated"}`;

/** The state of an escalation: open, claimed, or the decision. */
export function StandingChip({ escalation: { state, decision, claimedBy } }: { escalation: Escalation }) {
  if (state === "OPEN") return <Chip tone="escalated">{t`open`}</Chip>;
  if (state === "CLAIMED") {
    return <Chip tone="info" title={claimedBy?.email}>{t`claimed`}</Chip>;
  }
  return (
    <Chip tone={decision ? DECISION_TONE[decision] : "neutral"}>
      {decision ? wordOf(DECIDED[decision]) : t`resolved`}
    </Chip>
  );
}

const SOURCE_TONE: Record<EscalationSource, Tone> = {
  illegal: "bad",
  alert: "bad",
  user: "caution",
  manifest: "caution",
  sample: "neutral",
};
const sourceNames = (): Record<EscalationSource, string> => ({
  illegal: t`illegal goods`,
  alert: t`alert`,
  user: t`user`,
  manifest: t`manifest`,
  sample: t`sample`,
});

/** Source of an escalation, in the colour of its severity. */
export const SourceChip = ({ source }: { source: EscalationSource }) => (
  <Chip tone={SOURCE_TONE[source]}>{sourceNames()[source]}</Chip>
);

export const sourceMeanings = (): Record<EscalationSource, string> => ({
  user: t`raised by a person`,
  manifest: t`raised by the manifest match`,
  illegal: t`raised by a scan for illegal goods`,
  alert: t`raised by an alert`,
  sample: t`chosen at random`,
});
