import type { Report } from "@container-inspection/shared-schemas/reports";
import {
  type ExaminationResult,
  examinationResult,
  recordExaminationRequest,
} from "@container-inspection/shared-schemas/examinations";
import { t } from "@lingui/core/macro";
import { type UseFormRegisterReturn, useWatch } from "react-hook-form";
import { z } from "zod";
import { useWrite } from "../api/use-write.ts";
import { CHANGED } from "../containers/containers-api.ts";
import { useSchemaForm } from "../forms/use-schema-form.ts";
import { inLanguage } from "../language/in-language.ts";
import { wordOf } from "../language/words.ts";
import { useReport } from "../reports/report-api.ts";
import { ActionDialog, type ActionProps } from "../ui/action-dialog.tsx";
import { notify } from "../ui/undo.ts";
import { recordExamination } from "./actions-api.ts";

export const resultWords = (): Record<ExaminationResult, string> => ({
  nothing: t`Nothing found`,
  found: t`Something found`,
  seized: t`Something seized`,
});

const { shape } = recordExaminationRequest;
const schema = z.object({
  result: shape.result,
  isOpened: shape.isOpened,
  // An empty field is no weight.
  weighedKg: z.preprocess((value) => (value === "" ? null : Number(value)), shape.weighedKg),
  note: shape.note,
  confirmedRules: shape.confirmedRules,
});

/** Asks what an examination of the container found, and which findings it confirmed. */
export function ExamineDialog({ container: { id, containerNumber }, close }: ActionProps) {
  const { data: report } = useReport(id, undefined);
  const { register, handleSubmit, control, clear, formState } = useSchemaForm({
    schema,
    defaults: { isOpened: true, weighedKg: "", note: "", confirmedRules: [] },
    draft: `examination ${id}`,
  });
  const { write, busy, problem } = useWrite(recordExamination, CHANGED);
  const result = useWatch({ control, name: "result" });
  const submit = handleSubmit(async ({ confirmedRules, ...stated }) => {
    const confirmed = stated.result === "nothing" ? [] : confirmedRules;
    await write({ id, ...stated, confirmedRules: confirmed }, () => {
      clear();
      notify(t`The examination of ${containerNumber} is recorded`);
      close();
    });
  });
  const { errors } = formState;
  const invalid =
    (errors.result && t`Choose what was found.`) ??
    (errors.weighedKg && t`The weight is not valid.`) ??
    (errors.note?.message && t`The note ${errors.note.message}.`);
  return (
    <ActionDialog
      title={t`Examination of ${containerNumber}`}
      action={t`Record examination`}
      {...{ submit, busy, close }}
      problem={problem ?? invalid}
    >
      <fieldset>
        <legend className="faint">{t`Result`}</legend>
        {examinationResult.options.map((value) => (
          <label key={value}>
            <input type="radio" value={value} required {...register("result")} /> {resultWords()[value]}
          </label>
        ))}
      </fieldset>
      <label className="check">
        <input type="checkbox" {...register("isOpened")} /> {t`The container was opened`}
      </label>
      <label className="faint">
        {t`Weight on a scale, in kg (if it was weighed)`}
        <input type="number" min={1} max={200_000} step="any" {...register("weighedKg")} />
      </label>
      {result !== undefined && result !== "nothing" && report && (
        <Confirmed report={report} field={register("confirmedRules")} />
      )}
      <label className="faint">
        {t`What was examined, and what was found`}
        <textarea rows={3} maxLength={2_000} required {...register("note")} />
      </label>
    </ActionDialog>
  );
}

function Confirmed({ report, field }: { report: Report; field: UseFormRegisterReturn }) {
  return (
    <fieldset>
      <legend className="faint">{t`Findings that it confirmed`}</legend>
      {raisedOf(report).map(({ rule, message, phrases }) => (
        <label key={rule}>
          <input type="checkbox" value={rule} {...field} />{" "}
          <span>
            {wordOf(rule.replaceAll("-", " "))}: <bdi>{inLanguage(message, phrases?.message)}</bdi>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** The first warning or critical finding of each rule. */
function raisedOf({ findings }: Report) {
  const raised = findings.filter(({ severity }) => severity !== "info");
  return raised.filter(({ rule }, index) => raised.findIndex((one) => one.rule === rule) === index);
}
