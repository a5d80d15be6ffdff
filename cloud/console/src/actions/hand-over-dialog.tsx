import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { z } from "zod";
import { useWrite } from "../api/use-write.ts";
import { CHANGED, setOwner } from "../containers/containers-api.ts";
import { useSchemaForm } from "../forms/use-schema-form.ts";
import { offerUndo } from "../ui/undo.ts";
import { ActionDialog, type ActionProps } from "../ui/action-dialog.tsx";

const schema = z.object({ email: z.email() });

/** Asks for the user who is to own the container. */
export function HandOverDialog({ container, close }: ActionProps) {
  const { id, containerNumber, owner } = container;
  const { register, handleSubmit, clear, formState } = useSchemaForm({
    schema,
    defaults: { email: "" },
    draft: `hand over ${id}`,
  });
  const { write, busy, problem } = useWrite(setOwner, CHANGED);
  const submit = handleSubmit(async ({ email }) => {
    await write({ id, email }, () => {
      clear();
      const undo = () => setOwner({ id, ownerId: owner.id });
      offerUndo({ text: t`${containerNumber} handed over to ${email}`, undo, groups: CHANGED });
      close();
    });
  });
  return (
    <ActionDialog
      title={t`Hand over ${containerNumber}`}
      action={t`Hand over`}
      {...{ submit, busy, close }}
      problem={problem ?? (formState.errors.email && t`The email address is not valid.`)}
    >
      <p className="faint">
        <Trans>
          Its owner is <bdi>{owner.email}</bdi>. Operators see only the containers that they own.
        </Trans>
      </p>
      <label className="faint">
        {t`New owner's email`}
        <input type="email" {...register("email")} required autoFocus autoComplete="off" />
      </label>
    </ActionDialog>
  );
}
