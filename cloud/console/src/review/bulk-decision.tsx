import { resolveEscalationRequest, type ResolveEscalationRequest } from "@container-inspection/shared-schemas";
import { DecisionFields } from "../escalations/decision-fields.tsx";
import { useSchemaForm } from "../forms/use-schema-form.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Problem } from "../ui/problem.tsx";

type Props = {
  count: number;
  busy: boolean;
  close: () => void;
  submit: (decision: ResolveEscalationRequest) => Promise<void>;
};

/** Asks for one decision and reason for several escalations. */
export function BulkDecision({ count, busy, close, submit }: Props) {
  const { register, handleSubmit, clear, formState } = useSchemaForm({
    schema: resolveEscalationRequest,
    defaults: { reason: "" },
    draft: "decision of several",
  });
  const send = handleSubmit(async (decision) => {
    await submit(decision);
    clear();
  });
  const invalid = formState.errors.reason?.message;
  return (
    <Dialog title={`Decide ${count} escalations`} close={close}>
      <form className="decision" onSubmit={(event) => void send(event)}>
        <DecisionFields register={register} />
        <Problem text={invalid && `The reason ${invalid}.`} />
        <div className="dialog-actions">
          <button type="button" className="quiet" onClick={close}>
            Cancel
          </button>
          <button type="submit" disabled={busy}>
            Submit {count} decisions
          </button>
        </div>
      </form>
    </Dialog>
  );
}
