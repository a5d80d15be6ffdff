import type { Container } from "@container-inspection/shared-schemas/containers";
import { escalateRequest } from "@container-inspection/shared-schemas/escalations";
import { t } from "@lingui/core/macro";
import { useWrite } from "../api/use-write.ts";
import { useSchemaForm } from "../forms/use-schema-form.ts";
import { notify } from "../ui/undo.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Problem } from "../ui/problem.tsx";
import { escalate } from "./escalations-api.ts";

/** Asks for the reason to escalate a container. Closing it keeps the entered text. */
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
      notify(t`${containerNumber} escalated`);
      close();
    });
  });
  const invalid = formState.errors.reason?.message;
  return (
    <Dialog title={t`Escalate ${containerNumber}`} close={close}>
      <form className="decision" onSubmit={(event) => void submit(event)}>
        <p className="faint">{t`A supervisor decides about it. Until then it stays escalated.`}</p>
        <label className="faint">
          {t`Reason`}
          <textarea rows={4} maxLength={2_000} required autoFocus {...register("reason")} />
        </label>
        <Problem text={problem ?? (invalid && t`The reason ${invalid}.`)} />
        <div className="dialog-actions">
          <button type="button" className="quiet" onClick={close}>{t`Cancel`}</button>
          <button type="submit" disabled={busy}>{t`Escalate`}</button>
        </div>
      </form>
    </Dialog>
  );
}
