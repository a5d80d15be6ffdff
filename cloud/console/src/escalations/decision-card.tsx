import type { Escalation, QueuedEscalation } from "@container-inspection/shared-schemas";
import { Suspense, useRef } from "react";
import { useIsSupervisor, useMe } from "../api/me.ts";
import { useWrite } from "../api/use-write.ts";
import { announce } from "../shell/announcer.tsx";
import { lazyPage } from "../shell/lazy-page.ts";
import { Problem } from "../ui/problem.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { offerUndo } from "../ui/undo.ts";
import { StandingChip } from "./escalation-chips.tsx";
import { claim, release, useQueued } from "./escalations-api.ts";
import { useViewers } from "./viewers.ts";

const DecisionForm = lazyPage(async () => (await import("./decision-form.tsx")).DecisionForm);
const CHANGED = ["escalations", "container"] as const;

type Props = {
  escalation: Escalation | QueuedEscalation;
  /** What follows a decision; without it, the heading receives the focus. */
  onDecided?: () => void;
};

/** Who has claimed the escalation, and the decision or the form to submit one. */
export function DecisionCard({ escalation, onDecided }: Props) {
  const { data: me } = useMe();
  const holders = useHolders(escalation);
  const heading = useRef<HTMLHeadingElement>(null);
  const change = useWrite(
    ({ id, to }: { id: string; to: "claimed" | "released" }) => (to === "claimed" ? claim(id) : release(id)),
    CHANGED,
  );
  const { id, state, claimedBy, container } = escalation;
  const isMine = state === "CLAIMED" && claimedBy?.id === me?.id;
  const set = (to: "claimed" | "released") =>
    void change.write({ id, to }, () => {
      const undo = () => (to === "claimed" ? release(id) : claim(id));
      const text = `${container.containerNumber} ${to}`;
      if (to === "claimed" || isMine) offerUndo({ text, undo, groups: CHANGED });
      else announce(text);
      heading.current?.focus({ preventScroll: true });
    });
  return (
    <section className="card" aria-label="Decision">
      <div className="card-head">
        <h2 ref={heading} tabIndex={-1}>
          Decision
        </h2>
        {state === "OPEN" && (
          <button
            type="button"
            className="quiet"
            aria-keyshortcuts="c"
            disabled={change.busy}
            onClick={() => set("claimed")}
          >
            Claim
          </button>
        )}
        {state === "CLAIMED" && (isMine || me?.role === "admin") && (
          <button
            type="button"
            className="quiet"
            aria-keyshortcuts="u"
            disabled={change.busy}
            onClick={() => set("released")}
          >
            Release
          </button>
        )}
      </div>
      <Standing escalation={escalation} isMine={isMine} />
      <Problem text={change.problem} />
      <Suspense>
        <DecisionForm
          escalation={escalation}
          mayDecide={state === "OPEN" || isMine}
          holders={holders}
          onDone={onDecided ?? (() => heading.current?.focus({ preventScroll: true }))}
        />
      </Suspense>
    </section>
  );
}

/** The users whose decision to hold the container stands: the queue states them, a single escalation does not. */
function useHolders(escalation: Escalation | QueuedEscalation) {
  const isStated = "standingHoldsBy" in escalation;
  const isAsked = useIsSupervisor() && escalation.state !== "RESOLVED" && !isStated;
  const { data: queued } = useQueued(escalation.container.id, isAsked);
  return isStated ? escalation.standingHoldsBy : (queued?.standingHoldsBy ?? []);
}

/** Who else looks at the escalation now, so that two users do not do the same work. */
function Viewers({ escalationId }: { escalationId: string }) {
  const viewers = useViewers().get(escalationId);
  return (
    <p className="viewers" role="status">
      {viewers && (
        <>
          <bdi>{viewers.join(", ")}</bdi> {viewers.length > 1 ? "are" : "is"} viewing this escalation now.
        </>
      )}
    </p>
  );
}

function Standing({ escalation, isMine }: { escalation: Escalation; isMine: boolean }) {
  const { id, state, claimedBy, claimedAt, decisionReason, resolvedBy, resolvedAt } = escalation;
  if (state !== "RESOLVED") {
    return (
      <>
        <p className="faint">
          {state === "OPEN" && "Not claimed yet."}
          {state === "CLAIMED" && (isMine ? "You claimed it " : `${claimedBy?.email ?? "A deleted user"} claimed it `)}
          {claimedAt && (
            <>
              <TimeAgo at={claimedAt} />.
            </>
          )}
        </p>
        <Viewers escalationId={id} />
      </>
    );
  }
  return (
    <>
      <p className="prose">
        <StandingChip escalation={escalation} /> <bdi>{decisionReason}</bdi>
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
