import { type Scan, setVerdictRequest, type SetVerdictRequest } from "@container-inspection/shared-schemas/scans";
import { t } from "@lingui/core/macro";
import { useId } from "react";
import { useSchemaForm } from "../forms/use-schema-form.ts";
import { BUNDLED_CLASSES } from "../ui/class-colour.ts";
import { correctionDraft } from "../drawing/verdicts-api.ts";

type Props = {
  scan: Scan;
  index: number;
  busy: boolean;
  submit: (verdict: SetVerdictRequest) => Promise<boolean>;
  close: () => void;
};

/** Asks for the correct class of a detection, and suggests the known classes. */
export function CorrectionForm({ scan, index, busy, submit, close }: Props) {
  const listId = useId();
  const { register, handleSubmit, clear } = useSchemaForm({
    schema: setVerdictRequest,
    defaults: { verdict: "corrected", className: "" },
    draft: correctionDraft(scan.id, index),
  });
  const found = scan.detections.flatMap(({ className }) => className ?? []);
  const known = [...new Set(scan.type === "category" ? [...found, ...BUNDLED_CLASSES] : found)];
  const leave = () => {
    clear();
    close();
  };
  const correct = handleSubmit(async (verdict) => {
    if (await submit(verdict)) leave();
  });
  return (
    <form
      className="correction"
      onSubmit={(event) => void correct(event)}
      onKeyDown={(event) => event.key === "Escape" && leave()}
    >
      <input
        {...register("className")}
        aria-label={t`What it really is`}
        placeholder={t`what it really is`}
        list={listId}
        maxLength={100}
        autoComplete="off"
        required
        autoFocus
      />
      <datalist id={listId}>
        {known.map((className) => (
          <option key={className} value={className} />
        ))}
      </datalist>
      <button type="submit" className="quiet mark" disabled={busy}>{t`Save`}</button>
      <button type="button" className="quiet mark" onClick={leave}>{t`Cancel`}</button>
    </form>
  );
}
