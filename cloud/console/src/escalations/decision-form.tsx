import { type Escalation, resolveEscalationRequest } from "@container-inspection/shared-schemas/escalations";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useQueryClient } from "@tanstack/react-query";
import { useMe } from "../api/me.ts";
import { refresh } from "../api/refresh.ts";
import { useStore } from "../api/store.ts";
import { useWrite } from "../api/use-write.ts";
import { useSchemaForm } from "../forms/use-schema-form.ts";
import { notify } from "../ui/undo.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { Problem } from "../ui/problem.tsx";
import { DecisionFields } from "./decision-fields.tsx";
import { resolve } from "./escalations-api.ts";
import { clearLater, waitingClears } from "./waiting-clears.ts";

const GROUPS = ["escalations", "container", "containers"] as const;

type Holder = { id: string; email: string };
type Props = {
  escalation: Escalation;
  /** Users whose hold decision is still in force. */
  holders: Holder[];
  /** True if the user may decide; a form with text stays when this becomes false. */
  mayDecide: boolean;
  /** Called once the service has the decision, before the page is refreshed. */
  onDone: () => void;
};

const decided = () => ({
  clear: t`cleared by your decision`,
  hold: t`held by your decision`,
  inspect: t`to be inspected, by your decision`,
});

/** Asks for a decision and its reason. */
export function DecisionForm({ escalation: { id, container, findings }, holders, mayDecide, onDone }: Props) {
  const { data: me } = useMe();
  const { register, handleSubmit, control, clear, formState } = useSchemaForm({
    schema: resolveEscalationRequest,
    defaults: { reason: "" },
    draft: `decision ${id}`,
  });
  const { write, busy, problem } = useWrite(resolve, GROUPS);
  const queries = useQueryClient();
  const isWaiting = useStore(waitingClears).some(({ ids }) => ids.includes(id));
  const reason = useWatch({ control, name: "reason" });
  if (!mayDecide && !reason) return null;

  if (isWaiting)
    return <p role="status">{t`Your decision to clear is sent in a few seconds. You can still undo it.`}</p>;

  const submit = handleSubmit(async (decision) => {
    const request = { id, ...decision, findingsSeen: findings.length };
    const { containerNumber } = container;
    const report = () => {
      clear();
      notify(t`${containerNumber}: ${decided()[decision.decision]}`);
    };
    if (decision.decision === "clear" && me) {
      const send = () =>
        resolve(request)
          .then(report)
          .finally(() => void refresh(queries, GROUPS));
      clearLater({ userId: me.id, ids: [id], name: containerNumber, send });
      return onDone();
    }
    await write(request, () => {
      report();
      onDone();
    });
  });
  const invalid = formState.errors.reason?.message;
  return (
    <form className="decision" onSubmit={(event) => void submit(event)}>
      {!mayDecide && (
        <p className="problem" role="status">
          {t`You cannot submit this decision now. Your text is kept:`}{" "}
          <CopyButton text={reason ?? ""}>{t`Copy`}</CopyButton>
        </p>
      )}
      <FoundSince count={findings.length} />
      {mayDecide && <SecondPerson holders={holders} userId={me?.id} />}
      <DecisionFields
        register={register}
        isDisabled={!mayDecide}
        isClearRefused={holders.some((holder) => holder.id === me?.id)}
      />
      <Problem text={problem ?? (invalid && t`The reason ${invalid}.`)} />
      {mayDecide && <button type="submit" disabled={busy}>{t`Submit decision`}</button>}
    </form>
  );
}

/** That scans have added findings since the form was opened. */
function FoundSince({ count }: { count: number }) {
  const [countAtOpening] = useState(count);
  if (count <= countAtOpening) return null;
  return (
    <p className="problem" role="status">
      {t`More was found since you opened this. Look at the reasons again before you decide.`}
    </p>
  );
}

/** The four-eyes rule, where it concerns this container. */
function SecondPerson({ holders, userId }: { holders: Holder[]; userId: string | undefined }) {
  if (holders.length === 0) return null;
  if (holders.some(({ id }) => id === userId))
    return (
      <p className="second-person">{t`You decided to hold this container, so another supervisor must clear it.`}</p>
    );
  return (
    <p className="second-person">
      <Trans>
        <bdi>{holders.map(({ email }) => email).join(", ")}</bdi> decided to hold this container. Clearing it ends that
        hold.
      </Trans>
    </p>
  );
}
