import {
  type Escalation,
  type EscalationDecision,
  resolveEscalationRequest,
} from "@container-inspection/shared-schemas";
import { useWatch } from "react-hook-form";
import { useWrite } from "../api/use-write.ts";
import { useSchemaForm } from "../forms/use-schema-form.ts";
import { announce } from "../shell/announcer.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Problem } from "../ui/problem.tsx";
import { resolve } from "./escalations-api.ts";

const CHOICES: { decision: EscalationDecision; name: string; meaning: string }[] = [
  { decision: "clear", name: "Clear", meaning: "release it" },
  { decision: "hold", name: "Hold", meaning: "keep it until another person clears it" },
  { decision: "inspect", name: "Inspect", meaning: "open and examine it" },
];

type Props = {
  escalation: Escalation;
  /** Whether the user may decide; a form that was begun stays, with its text, when that ends. */
  mayDecide: boolean;
  onDone: () => void;
};

/** Asks for a decision and its reason. */
export function DecisionForm({ escalation: { id }, mayDecide, onDone }: Props) {
  const { register, handleSubmit, control, clear, formState } = useSchemaForm({
    schema: resolveEscalationRequest,
    defaults: { reason: "" },
    draft: `decision ${id}`,
  });
  const { write, busy, problem } = useWrite(resolve, ["escalations", "container", "containers"]);
  const reason = useWatch({ control, name: "reason" });
  if (!mayDecide && !reason) return null;

  const submit = handleSubmit(async (decision) => {
    const isDone = await write({ id, ...decision });
    if (!isDone) return;
    clear();
    announce("Decision submitted");
    onDone();
  });
  const invalid = formState.errors.reason?.message;
  return (
    <form className="decision" onSubmit={(event) => void submit(event)}>
      {!mayDecide && (
        <p className="problem" role="status">
          You cannot submit this decision now. Your text is kept: <CopyButton text={reason ?? ""}>Copy</CopyButton>
        </p>
      )}
      <fieldset disabled={!mayDecide}>
        <legend className="faint">Decision</legend>
        {CHOICES.map(({ decision, name, meaning }) => (
          <label key={decision}>
            <input type="radio" value={decision} required {...register("decision")} />
            <span>
              <strong>{name}</strong> <span className="faint">{meaning}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <label className="faint">
        Reason
        <textarea rows={3} maxLength={2_000} required readOnly={!mayDecide} {...register("reason")} />
      </label>
      <Problem text={problem ?? (invalid && `The reason ${invalid}.`)} />
      {mayDecide && (
        <button type="submit" disabled={busy}>
          Submit decision
        </button>
      )}
    </form>
  );
}
