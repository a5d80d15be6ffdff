import {
  type QueuedEscalation,
  resolveEscalationRequest,
  type ResolveEscalationRequest,
} from "@container-inspection/shared-schemas/escalations";
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMe } from "../api/me.ts";
import { DecisionFields } from "../escalations/decision-fields.tsx";
import { useSchemaForm } from "../forms/use-schema-form.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Problem } from "../ui/problem.tsx";

type Props = {
  items: QueuedEscalation[];
  busy: boolean;
  close: () => void;
  submit: (decision: ResolveEscalationRequest) => Promise<void>;
};

/** Asks for one decision and reason for several escalations. */
export function BulkDecision({ items, busy, close, submit }: Props) {
  const { data: me } = useMe();
  const { register, handleSubmit, clear, formState } = useSchemaForm({
    schema: resolveEscalationRequest,
    defaults: { reason: "" },
    draft: "decision of several",
  });
  const send = handleSubmit(async (decision) => {
    await submit(decision);
    clear();
  });
  const invalid = formState.errors.reason?.message;
  const count = items.length;
  const held = items.filter(({ standingHoldsBy }) => standingHoldsBy.some(({ id }) => id === me?.id));
  return (
    <Dialog title={plural(count, { one: "Decide # escalation", other: "Decide # escalations" })} close={close}>
      <form className="decision" onSubmit={(event) => void send(event)}>
        <SecondPerson held={held.map(({ container }) => container.containerNumber)} />
        <DecisionFields register={register} isClearRefused={held.length === count} />
        <Problem text={invalid && t`The reason ${invalid}.`} />
        <div className="dialog-actions">
          <button type="button" className="quiet" onClick={close}>{t`Cancel`}</button>
          <button type="submit" disabled={busy}>
            {plural(count, { one: "Submit # decision", other: "Submit # decisions" })}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** The four-eyes rule, where it concerns some of the containers. */
function SecondPerson({ held }: { held: string[] }) {
  if (held.length === 0) return null;
  const names = held.join(", ");
  return (
    <p className="second-person">
      {held.length > 1 ? (
        <Trans>
          You decided to hold <bdi>{names}</bdi>, so another supervisor must clear them.
        </Trans>
      ) : (
        <Trans>
          You decided to hold <bdi>{names}</bdi>, so another supervisor must clear it.
        </Trans>
      )}
    </p>
  );
}
