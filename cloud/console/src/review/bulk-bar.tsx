import type { QueuedEscalation } from "@container-inspection/shared-schemas/escalations";
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { actOnEach, doneOf, refusalsOf } from "../api/act-on-each.ts";
import { useWrite } from "../api/use-write.ts";
import { claim, release, resolve } from "../escalations/escalations-api.ts";
import { notify } from "../ui/undo.ts";
import { Problem } from "../ui/problem.tsx";
import { BulkDecision } from "./bulk-decision.tsx";

type Act = (id: string) => Promise<unknown>;
type Props = { items: QueuedEscalation[]; onDone: (ids: string[]) => void };

/** Actions on all selected escalations. An escalation that is refused stays selected, with the reason. */
export function BulkBar({ items, onDone }: Props) {
  const [isDeciding, setIsDeciding] = useState(false);
  const [refusals, setRefusals] = useState<string>();
  const named = items.map(({ id, container }) => ({ id, name: container.containerNumber }));
  const { write, busy } = useWrite((act: Act) => actOnEach(named, act), ["escalations", "container", "containers"]);
  const run = (act: Act, report: (done: number, all: number) => string) =>
    write(act, (outcomes) => {
      const done = doneOf(outcomes);
      setRefusals(refusalsOf(outcomes));
      notify(report(done.length, outcomes.length));
      onDone(done);
    });
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
      {isDeciding && (
        <BulkDecision
          items={items}
          busy={busy}
          close={() => setIsDeciding(false)}
          submit={async (decision) => {
            const seen = new Map(items.map(({ id, findings }) => [id, findings.length]));
            const decide = (id: string) => resolve({ id, ...decision, findingsSeen: seen.get(id) });
            if (await run(decide, (done, all) => t`${done} of ${all} decided`)) setIsDeciding(false);
          }}
        />
      )}
    </section>
  );
}
