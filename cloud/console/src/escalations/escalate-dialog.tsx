import { type Container, escalateRequest } from "@container-inspection/shared-schemas";
import { useWrite } from "../api/use-write.ts";
import { useSchemaForm } from "../forms/use-schema-form.ts";
import { announce } from "../shell/announcer.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Problem } from "../ui/problem.tsx";
import { escalate } from "./escalations-api.ts";

/** Asks why a container is escalated. Closed, it keeps what was typed. */
export function EscalateDialog({ container, close }: { container: Container; close: () => void }) {
  const { id: containerId, containerNumber } = container;
  const { register, handleSubmit, clear, formState } = useSchemaForm({
    schema: escalateRequest,
    defaults: { reason: "" },
    draft: `escalate ${containerId}`,
  });
  const { write, busy, problem } = useWrite(escalate, ["escalations", "container", "containers"]);
  const submit = handleSubmit(async ({ reason }) => {
    await write({ containerId, reason }, () => {
      clear();
      announce(`${containerNumber} escalated`);
      close();
    });
  });
  const invalid = formState.errors.reason?.message;
  return (
    <Dialog title={`Escalate ${containerNumber}`} close={close}>
      <form className="decision" onSubmit={(event) => void submit(event)}>
        <p className="faint">A supervisor decides about it. Until then it stays escalated.</p>
        <label className="faint">
          Reason
          <textarea rows={4} maxLength={2_000} required autoFocus {...register("reason")} />
        </label>
        <Problem text={problem ?? (invalid && `The reason ${invalid}.`)} />
        <div className="dialog-actions">
          <button type="button" className="quiet" onClick={close}>
            Cancel
          </button>
          <button type="submit" disabled={busy}>
            Escalate
          </button>
        </div>
      </form>
    </Dialog>
  );
}
