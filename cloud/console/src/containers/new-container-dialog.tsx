import { createContainerRequest } from "@container-inspection/shared-schemas/containers";
import { t } from "@lingui/core/macro";
import { useNavigate } from "@tanstack/react-router";
import { useWatch } from "react-hook-form";
import { z } from "zod";
import { ActionDialog } from "../ui/action-dialog.tsx";
import { CHANGED, createContainer } from "./containers-api.ts";
import { useWrite } from "../api/use-write.ts";
import { useSchemaForm } from "../forms/use-schema-form.ts";
import { announce } from "../ui/announcer.tsx";
import { NumberField } from "./number-field.tsx";

const { containerNumber, sizeType } = createContainerRequest.shape;
const schema = z.object({ containerNumber, sizeType: z.literal("").or(sizeType) });

/** Registers a container of the user's own, and opens it. */
export function NewContainerDialog({ close }: { close: () => void }) {
  const { register, handleSubmit, control, clear, formState } = useSchemaForm({
    schema,
    defaults: { containerNumber: "", sizeType: "" },
    draft: "new container",
  });
  const { write, busy, problem } = useWrite(createContainer, CHANGED);
  const navigate = useNavigate();
  const typed = useWatch({ control, name: "containerNumber" });
  const submit = handleSubmit(async ({ containerNumber: { text }, sizeType: size }) => {
    await write({ containerNumber: text, sizeType: size || undefined }, ({ id }) => {
      clear();
      announce(t`${text} added`);
      close();
      void navigate({ to: "/containers/$id", params: { id } });
    });
  });
  const { errors } = formState;
  const wrong = errors.containerNumber?.message;
  const invalid =
    (wrong && t`The number ${wrong}.`) ??
    (errors.sizeType && t`The size-type code must have 4 letters or digits, such as 45G1.`);
  return (
    <ActionDialog
      title={t`Add a container`}
      action={t`Add container`}
      {...{ submit, busy, close }}
      problem={invalid ?? problem}
    >
      <p className="faint">{t`It becomes yours. Manifests that wait for this number are attached to it.`}</p>
      <NumberField field={register("containerNumber")} typed={typed} />
      <label className="faint">
        {t`Size-type code`}
        <input
          className="number"
          placeholder={t`Optional, such as 45G1`}
          {...register("sizeType")}
          autoComplete="off"
        />
      </label>
    </ActionDialog>
  );
}
