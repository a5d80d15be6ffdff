import type { Escalation } from "@container-inspection/shared-schemas";
import { useMe } from "../api.ts";
import { Problem } from "../ui/problem.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { useWrite } from "../ui/use-action.ts";
import { DecisionForm } from "./decision-form.tsx";
import { StandingChip } from "./escalation-chips.tsx";
import { claim, release, resolve } from "./escalations-api.ts";

/** Who has claimed the escalation, and the decision or the form to submit one. */
export function DecisionCard({ escalation }: { escalation: Escalation }) {
  const { data: me } = useMe();
  const { act, busy, problem } = useWrite();
  const { id, state, claimedBy } = escalation;
  const isMine = state === "CLAIMED" && claimedBy?.id === me?.id;
  return (
    <section className="card" aria-label="Decision">
      <div className="card-head">
        <h2>Decision</h2>
        {state === "OPEN" && (
          <button type="button" className="quiet" disabled={busy} onClick={() => void act(() => claim(id))}>
            Claim
          </button>
        )}
        {state === "CLAIMED" && (isMine || me?.role === "admin") && (
          <button type="button" className="quiet" disabled={busy} onClick={() => void act(() => release(id))}>
            Release
          </button>
        )}
      </div>
      <Standing escalation={escalation} isMine={isMine} />
      <Problem text={problem} />
      {(state === "OPEN" || isMine) && (
        <DecisionForm busy={busy} decide={(decision) => act(() => resolve(id, decision))} />
      )}
    </section>
  );
}

function Standing({ escalation, isMine }: { escalation: Escalation; isMine: boolean }) {
  const { state, claimedBy, claimedAt, decisionReason, resolvedBy, resolvedAt } = escalation;
  if (state === "OPEN") return <p className="faint">Not claimed yet.</p>;
  if (state === "CLAIMED") {
    return (
      <p className="faint">
        {isMine ? "You claimed it " : `${claimedBy?.email ?? "A deleted user"} claimed it `}
        {claimedAt && <TimeAgo at={claimedAt} />}
        {isMine ? "." : "."}
      </p>
    );
  }
  return (
    <>
      <p className="prose">
        <StandingChip escalation={escalation} /> {decisionReason}
      </p>
      <p className="faint small">
        by {resolvedBy?.email ?? "a deleted user"}
        {resolvedAt && (
          <>
            , <TimeAgo at={resolvedAt} />
          </>
        )}
      </p>
    </>
  );
}
