import { cameraId } from "@container-inspection/shared-schemas/cameras";
import { placeName } from "@container-inspection/shared-schemas/place-name";
import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { z } from "zod";
import { useSchemaForm } from "../forms/use-schema-form.ts";
import { Problem } from "../ui/problem.tsx";

/** Validation schemas of the form's values. */
const SCHEMAS = { name: z.object({ name: placeName }), id: z.object({ name: z.string().trim().pipe(cameraId) }) };

type Props = {
  /** Label of the field, such as "Name of the new lane". */
  label: string;
  /** A name, or the id of a camera. */
  kind?: keyof typeof SCHEMAS;
  action: string;
  /** Name under which the input is stored. */
  draft: string;
  name?: string;
  /** Resolves to true once the name is saved; otherwise it stays in the field. */
  save: (name: string) => Promise<boolean>;
  busy: boolean;
  children?: ReactNode;
};

/** One name, or the id of a camera, with its button. */
export function NameForm({ label, kind = "name", action, draft, name = "", save, busy, children }: Props) {
  const { register, handleSubmit, clear, formState } = useSchemaForm({
    schema: SCHEMAS[kind],
    defaults: { name },
    draft,
  });
  const submit = handleSubmit(async (values) => {
    if (await save(values.name)) clear();
  });
  const invalid = formState.errors.name?.message;
  return (
    <form className="name-form" onSubmit={(event) => void submit(event)}>
      <input aria-label={label} placeholder={label} required {...register("name")} />
      <button type="submit" className="quiet" disabled={busy}>
        {action}
      </button>
      {children}
      <Problem text={invalid && (kind === "id" ? t`The ID ${invalid}.` : t`The name ${invalid}.`)} />
    </form>
  );
}
