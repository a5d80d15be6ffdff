import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { MANIFEST_STATUSES } from "../shell/choices.ts";
import type { SchemaForm } from "../forms/use-schema-form.ts";
import { FormField } from "./form-field.tsx";
import { GoodsFields } from "./goods-fields.tsx";
import { type Field, fieldGroups, ownFields } from "./manifest-fields.ts";
import { keyOf, type ManifestForm } from "./manifest-form.ts";
import type { ManifestInput } from "./manifests-api.ts";
import { wordOf } from "../language/words.ts";

type Props = { form: SchemaForm<ManifestForm, ManifestInput> };

/** The fields of a manifest: its papers, its goods, and its objects; those without a value are folded. */
export function ManifestFormFields({ form }: Props) {
  const { register, formState } = form;
  const texts = form.getValues("texts");
  const fieldOf = (field: Field) => (
    <FormField
      key={field.path}
      field={field}
      input={register(`texts.${keyOf(field.path)}`)}
      value={texts[keyOf(field.path)]}
      problem={formState.errors.texts?.[keyOf(field.path)]?.message}
    />
  );
  const isFilled = ({ path, kind }: Field) => kind !== "unit" && Boolean(texts[keyOf(path)]);
  return (
    <>
      <fieldset className="card form-group">
        <legend>{t`Papers`}</legend>
        {ownFields().map(fieldOf)}
        <label>
          <span>{t`Status`}</span>
          <select {...register("texts.status")}>
            {MANIFEST_STATUSES.map((status) => (
              <option key={status} value={status}>
                {wordOf(status.toLowerCase())}
              </option>
            ))}
          </select>
        </label>
      </fieldset>
      <GoodsFields form={form} />
      {fieldGroups().map(({ name, title, fields }) => (
        <FieldGroup key={name} title={title} isOpen={fields.some(isFilled)}>
          {fields.map(fieldOf)}
        </FieldGroup>
      ))}
    </>
  );
}

const FieldGroup = ({ title, isOpen, children }: { title: string; isOpen: boolean; children: ReactNode }) => (
  <details className="card" open={isOpen}>
    <summary>{title}</summary>
    <fieldset className="form-group">
      <legend className="unseen">{title}</legend>
      {children}
    </fieldset>
  </details>
);
