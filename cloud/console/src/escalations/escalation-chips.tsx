import type { Escalation, EscalationDecision, EscalationSource } from "@container-inspection/shared-schemas";
import { Chip, type Tone } from "../ui/chip.tsx";

const DECISION_TONE = { clear: "good", hold: "bad", inspect: "caution" } as const;
/** What was decided, in the words of the container's status. */
const DECIDED: Record<EscalationDecision, string> = { clear: "cleared", hold: "held", inspect: "inspect" };

/** The state of an escalation: open, claimed, or the decision. */
export function StandingChip({ escalation: { state, decision, claimedBy } }: { escalation: Escalation }) {
  if (state === "OPEN") return <Chip tone="caution">open</Chip>;
  if (state === "CLAIMED") {
    return (
      <Chip tone="info" title={claimedBy?.email}>
        claimed
      </Chip>
    );
  }
  return <Chip tone={decision ? DECISION_TONE[decision] : "neutral"}>{decision ? DECIDED[decision] : "resolved"}</Chip>;
}

const SOURCE: Record<EscalationSource, { tone: Tone; name: string }> = {
  illegal: { tone: "bad", name: "illegal goods" },
  alert: { tone: "bad", name: "alert" },
  user: { tone: "caution", name: "user" },
  manifest: { tone: "caution", name: "manifest" },
  sample: { tone: "neutral", name: "sample" },
};

/** What raised an escalation, in a colour of its severity. */
export const SourceChip = ({ source }: { source: EscalationSource }) => (
  <Chip tone={SOURCE[source].tone}>{SOURCE[source].name}</Chip>
);

export const RAISED_BY: Record<EscalationSource, string> = {
  user: "raised by a person",
  manifest: "raised by the manifest match",
  illegal: "raised by a scan for illegal goods",
  alert: "raised by an alert",
  sample: "chosen at random",
};
