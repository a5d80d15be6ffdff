import type { QueuedEscalation, ResolveEscalationRequest } from "@container-inspection/shared-schemas/escalations";
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { actOnEach, doneOf, refusalsOf } from "../api/act-on-each.ts";
import { useMe } from "../api/me.ts";
import { useStore } from "../api/store.ts";
import { useWrite } from "../api/use-write.ts";
import { claim, release, resolve } from "../escalations/escalations-api.ts";
import { clearLater, waitingClears } from "../escalations/waiting-clears.ts";
import { notify } from "../ui/undo.ts";
import { Problem } from "../ui/problem.tsx";
import { BulkDecision } from "./bulk-decision.tsx";

const GROUPS = ["escalations", "container", "containers"] as const;

type Act = (id: string) => Promise<unknown>;
type Props = { items: QueuedEscalation[]; onDone: (ids: string[]) => void };

/** Actions on all selected escalations. An escalation that is refused stays selected, with the reason. */
export function BulkBar({ items, onDone }: Props) {
  const [isDeciding, setIsDeciding] = useState(false);
  const [refusals, setRefusals] = useState<string>();
  const named = items.map(({ id, container }) => ({ id, name: container.containerNumber }));
  const { data: me } = useMe();
  const isWaiting = useStore(waitingClears).some(({ ids }) => ids.some((id) => named.some((one) => one.id === id)));
  const { write, busy: isWriting } = useWrite((act: Act) => actOnEach(named, act), GROUPS);
  const busy = isWriting || isWaiting;
  const run = (act: Act, report: (done: number, all: number) => string) =>
    write(act, (outcomes) => {
      const done = doneOf(outcomes);
      setRefusals(refusalsOf(outcomes));
      notify(report(done.length, outcomes.length));
      onDone(done);
    });
  const decide = async (decision: ResolveEscalationRequest) => {
    const seen = new Map(items.map(({ id, findings }) => [id, findings.length]));
    const act = (id: string) => resolve({ id, ...decision, findingsSeen: seen.get(id) });
    const send = () => run(act, (done, all) => t`${done} of ${all} decided`);
    if (decision.decision === "clear" && me) {
      const name = named.map((one) => one.name).join(", ");
      clearLater({ userId: me.id, ids: named.map(({ id }) => id), name, send });
      setIsDeciding(false);
    } else if (await send()) setIsDeciding(false);
  };
  return (
    <section className="card bulk" aria-label={t`Selection`}>
      <div className="bulk-actions">
        <strong>{t`${items.length} selected`}</strong>
        <button
          type="button"
          className="quiet"
          disabled={busy}
          onClick={() => void run(claim, (done, all) => t`${done} of ${all} claimed`)}
        >
          {t`Claim all`}
        </button>
        <button
          type="button"
          className="quiet"
          disabled={busy}
          onClick={() => void run(release, (done, all) => t`${done} of ${all} released`)}
        >
          {t`Release all`}
        </button>
        <button type="button" disabled={busy} onClick={() => setIsDeciding(true)}>{t`Decide …`}</button>
      </div>
      <Problem text={refusals} />
      {isDeciding && <BulkDecision items={items} busy={busy} close={() => setIsDeciding(false)} submit={decide} />}
    </section>
  );
}
