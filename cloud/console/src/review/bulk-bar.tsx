import type { QueuedEscalation } from "@container-inspection/shared-schemas";
import { Suspense, useState } from "react";
import { problemOf } from "../api/api-error.ts";
import { useWrite } from "../api/use-write.ts";
import { claim, release, resolve } from "../escalations/escalations-api.ts";
import { announce } from "../shell/announcer.tsx";
import { lazyPage } from "../shell/lazy-page.ts";
import { Problem } from "../ui/problem.tsx";

const BulkDecision = lazyPage(async () => (await import("./bulk-decision.tsx")).BulkDecision);

type Act = (id: string) => Promise<unknown>;
type Props = { items: QueuedEscalation[]; onDone: (ids: string[]) => void };

/** What can be done with all selected escalations. One that is refused stays selected, with the reason. */
export function BulkBar({ items, onDone }: Props) {
  const [isDeciding, setIsDeciding] = useState(false);
  const [refusals, setRefusals] = useState<string[]>([]);
  const { write, busy } = useWrite((act: Act) => actOnEach(items, act), ["escalations", "container", "containers"]);
  const run = (act: Act, done: string) =>
    write(act, (results) => {
      const finished = results.filter(({ problem }) => problem === undefined);
      setRefusals(results.flatMap(({ number, problem }) => (problem === undefined ? [] : [`${number}: ${problem}`])));
      announce(`${finished.length} of ${results.length} ${done}`);
      onDone(finished.map(({ id }) => id));
    });
  return (
    <section className="card bulk" aria-label="Selection">
      <div className="bulk-actions">
        <strong>{items.length} selected</strong>
        <button type="button" className="quiet" disabled={busy} onClick={() => void run(claim, "claimed")}>
          Claim all
        </button>
        <button type="button" className="quiet" disabled={busy} onClick={() => void run(release, "released")}>
          Release all
        </button>
        <button type="button" disabled={busy} onClick={() => setIsDeciding(true)}>
          Decide …
        </button>
      </div>
      <Problem text={refusals.length > 0 ? refusals.join(" ") : undefined} />
      <Suspense>
        {isDeciding && (
          <BulkDecision
            count={items.length}
            busy={busy}
            close={() => setIsDeciding(false)}
            submit={async (decision) => {
              if (await run((id) => resolve({ id, ...decision }), "decided")) setIsDeciding(false);
            }}
          />
        )}
      </Suspense>
    </section>
  );
}

/** One after the other, so that each is refused or done by itself. */
async function actOnEach(items: QueuedEscalation[], act: Act) {
  const results: { id: string; number: string; problem: string | undefined }[] = [];
  for (const { id, container } of items) {
    const problem = await act(id).then(() => undefined, problemOf);
    results.push({ id, number: container.containerNumber, problem });
  }
  return results;
}
