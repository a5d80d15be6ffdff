import { SourceChip } from "./escalation-chips.tsx";
import { inLanguage } from "../language/in-language.ts";
import { useOpenEscalation } from "./escalations-api.ts";

/** Reason why an escalated container waits for a decision, in one sentence, whichever of its scans is shown. */
export function OpenEscalationNote({ containerId }: { containerId: string }) {
  const escalation = useOpenEscalation(containerId);
  if (!escalation) return null;
  return (
    <p className="open-escalation" role="status">
      <SourceChip source={escalation.source} /> <bdi>{inLanguage(escalation.reason, escalation.reasonPhrase)}</bdi>
    </p>
  );
}
