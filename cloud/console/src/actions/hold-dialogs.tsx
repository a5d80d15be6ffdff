import { legalHoldRequest } from "@container-inspection/shared-schemas/containers";
import { t } from "@lingui/core/macro";
import { useWrite } from "../api/use-write.ts";
import { useSchemaForm } from "../forms/use-schema-form.ts";
import { notify } from "../ui/undo.ts";
import { ExactTime } from "../ui/exact-time.tsx";
import { ActionDialog, type ActionProps } from "../ui/action-dialog.tsx";
import { placeHold, releaseHold } from "./actions-api.ts";
import { CHANGED } from "../containers/containers-api.ts";

/** Asks why nothing of a container may be deleted. */
export function PlaceHoldDialog({ container, close }: ActionProps) {
  const { id, containerNumber, legalHold } = container;
  const { register, handleSubmit, clear, formState } = useSchemaForm({
    schema: legalHoldRequest,
    defaults: { reason: legalHold?.reason ?? "" },
    draft: `legal hold ${id}`,
  });
  const { write, busy, problem } = useWrite(placeHold, CHANGED);
  const submit = handleSubmit(async ({ reason }) => {
    await write({ id, reason }, () => {
      clear();
      notify(t`${containerNumber} is under a legal hold`);
      close();
    });
  });
  const invalid = formState.errors.reason?.message;
  return (
    <ActionDialog
      title={t`Legal hold on ${containerNumber}`}
      action={legalHold ? t`Change reason` : t`Place legal hold`}
      {...{ submit, busy, close }}
      problem={problem ?? (invalid && t`The reason ${invalid}.`)}
    >
      <p className="faint">
        {t`Until a supervisor releases it, the container, its photos and its pictures are not deleted, not even after their retention period.`}
      </p>
      <label className="faint">
        {t`Reason`}
        <textarea rows={3} maxLength={1_000} required autoFocus {...register("reason")} />
      </label>
    </ActionDialog>
  );
}

/** Asks whether the legal hold ends. */
export function ReleaseHoldDialog({ container: { id, containerNumber, legalHold }, close }: ActionProps) {
  const { write, busy, problem } = useWrite(releaseHold, CHANGED);
  const submit = () =>
    write(id, () => {
      notify(t`The legal hold on ${containerNumber} is released`);
      close();
    });
  return (
    <ActionDialog
      title={t`Release ${containerNumber} from its legal hold?`}
      action={t`Release legal hold`}
      {...{ submit, busy, problem, close }}
    >
      {legalHold && (
        <p className="prose">
          <bdi>{legalHold.reason}</bdi>
          <br />
          <span className="faint small">
            <bdi>{legalHold.placedBy.email}</bdi>, <ExactTime at={legalHold.placedAt} />
          </span>
        </p>
      )}
      <p className="faint">{t`Pictures whose retention period has ended are deleted within one hour.`}</p>
    </ActionDialog>
  );
}
