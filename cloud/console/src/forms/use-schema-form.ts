import { zodResolver } from "@hookform/resolvers/zod";
import { t } from "@lingui/core/macro";
import { useEffect, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldValues,
  useForm,
  type UseFormHandleSubmit,
  type UseFormReturn,
} from "react-hook-form";
import { z } from "zod";
import { useMe } from "../api/me.ts";
import { clearDraft, readDraft, writeDraft } from "./drafts.ts";

// The pages' policy allows no script from text, which zod would try for its speed.
z.config({ jitless: true, customError: describe });

/** Returns the error of a value, worded to follow the name of its field. */
function describe(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "too_small")
    return issue.minimum === 1 ? t`is required` : t`must have at least ${Number(issue.minimum)} characters`;
  if (issue.code === "too_big") return t`must have at most ${Number(issue.maximum)} characters`;
  if (issue.code === "invalid_value" || issue.code === "invalid_type") return t`is required`;
  return issue.code === "invalid_format" ? t`is not valid` : undefined;
}

type Options<Input extends FieldValues, Output> = {
  schema: z.ZodType<Output, Input>;
  defaults: DefaultValues<Input>;
  /** Name under which the input is stored until it is sent. */
  draft: string;
  /**
   * Values that the draft keeps: those that differ from the defaults, so that a reopened form shows changes by other
   * users, or all values.
   */
  kept?: "changes" | "all";
};

export type SchemaForm<Input extends FieldValues, Output> = UseFormReturn<Input, unknown, Output> & {
  /** Clears the form and its draft. Text entered during the submission stays, because it was not sent. */
  clear: () => void;
};

/** A form that is checked by the schema of the request, and whose values outlast everything but being sent. */
export function useSchemaForm<Input extends FieldValues, Output>(
  options: Options<Input, Output>,
): SchemaForm<Input, Output> {
  const { schema, defaults, draft, kept = "changes" } = options;
  const [opened] = useState(defaults);
  const userId = useMe().data?.id ?? "";
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    // oxlint-disable-next-line typescript/no-misused-spread -- the values of a form are no class instances
    defaultValues: { ...defaults, ...readDraft(userId, draft) },
  });
  const { subscribe, reset, getValues } = form;
  useEffect(() => {
    const keep = ({ values }: { values: Input }) =>
      writeDraft(userId, draft, kept === "all" ? values : changesOf(values, opened));
    return subscribe({ formState: { values: true }, callback: keep });
  }, [subscribe, userId, draft, kept, opened]);
  const sent = useRef<{ values: string }>(undefined);
  const handleSubmit: UseFormHandleSubmit<Input, Output> = (onValid, onInvalid) =>
    form.handleSubmit(async (values, event) => {
      const submission = { values: JSON.stringify(getValues()) };
      // The second one of a double click ends before the first.
      sent.current ??= submission;
      try {
        return await onValid(values, event);
      } finally {
        if (sent.current === submission) sent.current = undefined;
      }
    }, onInvalid);
  const clear = () => {
    if (sent.current && sent.current.values !== JSON.stringify(getValues())) return;
    reset(defaults);
    clearDraft(userId, draft);
  };
  return { ...form, handleSubmit, clear };
}

/** The values of a form that differ from those with which it was opened. */
function changesOf(values: FieldValues, opened: object): FieldValues {
  const isChanged = (name: string) => JSON.stringify(values[name]) !== JSON.stringify(Reflect.get(opened, name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => isChanged(name)));
}
