import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useWrite } from "../api/use-write.ts";
import { announce } from "../ui/announcer.tsx";
import { ActionDialog, type ActionProps } from "../ui/action-dialog.tsx";
import { beginVisit } from "./actions-api.ts";
import { CHANGED } from "../containers/containers-api.ts";

/** Asks whether the container has returned. */
export function VisitDialog({ container: { id, containerNumber, visit }, close }: ActionProps) {
  const { write, busy, problem } = useWrite(beginVisit, CHANGED);
  const submit = () =>
    write(id, ({ data }) => {
      announce(t`Visit ${data.visit.number} of ${containerNumber} begun`);
      close();
    });
  return (
    <ActionDialog
      title={t`Begin visit ${visit.number + 1} of ${containerNumber}?`}
      action={t`Begin visit`}
      {...{ submit, busy, problem, close }}
    >
      <p className="faint">
        <Trans>
          The container has returned: what is recorded from now on belongs to the new visit. Visit {visit.number} keeps
          its scans, photos, manifests and decisions.
        </Trans>
      </p>
    </ActionDialog>
  );
}
