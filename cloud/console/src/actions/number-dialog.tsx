import { setContainerNumberRequest } from "@container-inspection/shared-schemas/containers";
import { t } from "@lingui/core/macro";
import { useWatch } from "react-hook-form";
import { useWrite } from "../api/use-write.ts";
import { NumberField } from "../containers/number-field.tsx";
import { useSchemaForm } from "../forms/use-schema-form.ts";
import { announce } from "../ui/announcer.tsx";
import { ActionDialog, type ActionProps } from "../ui/action-dialog.tsx";
import { setNumber } from "./actions-api.ts";
import { CHANGED } from "../containers/containers-api.ts";

/** Asks for the right number of a container, and checks its check digit while it is typed. */
export function NumberDialog({ container, proposed = "", close }: ActionProps) {
  const { id, containerNumber: before } = container;
  const { register, handleSubmit, control, clear, formState } = useSchemaForm({
    schema: setContainerNumberRequest,
    defaults: { containerNumber: proposed },
    draft: `number ${id} ${proposed}`,
  });
  const { write, busy, problem } = useWrite(setNumber, CHANGED);
  const typed = useWatch({ control, name: "containerNumber" });
  const submit = handleSubmit(async ({ containerNumber: { text } }) => {
    await write({ id, containerNumber: text }, () => {
      clear();
      announce(t`${before} is now ${text}`);
      close();
    });
  });
  const invalid = formState.errors.containerNumber?.message;
  return (
    <ActionDialog
      title={t`Correct the number of ${before}`}
      action={t`Change number`}
      {...{ submit, busy, close }}
      problem={problem ?? (invalid && t`The number ${invalid}.`)}
    >
      <p className="faint">
        {t`Manifests that wait for the new number attach to the container, if it has none. Records and pictures stay.`}
      </p>
      <NumberField field={register("containerNumber")} typed={typed} />
    </ActionDialog>
  );
}
