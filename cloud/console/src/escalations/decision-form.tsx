import type { EscalationDecision } from "@container-inspection/shared-schemas";
import type { FormEvent } from "react";
import { textOf } from "../ui/text-of.ts";

const CHOICES: { decision: EscalationDecision; name: string; meaning: string }[] = [
  { decision: "clear", name: "Clear", meaning: "release it" },
  { decision: "hold", name: "Hold", meaning: "keep it until another person clears it" },
  { decision: "inspect", name: "Inspect", meaning: "open and examine it" },
];

type Props = {
  busy: boolean;
  decide: (decision: { decision: EscalationDecision; reason: string }) => Promise<boolean>;
};

/** Asks for a decision and its reason. */
export function DecisionForm({ busy, decide }: Props) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const chosen = CHOICES.find(({ decision }) => decision === textOf(form, "decision"));
    if (chosen) void decide({ decision: chosen.decision, reason: textOf(form, "reason") });
  };
  return (
    <form className="decision" onSubmit={submit}>
      <fieldset>
        <legend className="faint">Decision</legend>
        {CHOICES.map(({ decision, name, meaning }) => (
          <label key={decision}>
            <input type="radio" name="decision" value={decision} required />
            <span>
              <strong>{name}</strong> <span className="faint">{meaning}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <label className="faint">
        Reason
        <textarea name="reason" rows={3} maxLength={2_000} required />
      </label>
      <button type="submit" disabled={busy}>
        Submit decision
      </button>
    </form>
  );
}
