import type { Escalation, QueuedEscalation } from "@container-inspection/shared-schemas/escalations";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Suspense, useRef } from "react";
import { useIsSupervisor, useMe } from "../api/me.ts";
import { useWrite } from "../api/use-write.ts";
import { announce } from "../ui/announcer.tsx";
import { lazyPage } from "../ui/lazy-page.ts";
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
  /** Called after a decision; without it, the heading receives the focus. */
  onDecided?: () => void;
};

/** User who has claimed the escalation, and the decision or the form to submit one. */
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
      const { containerNumber } = container;
      const text = to === "claimed" ? t`${containerNumber} claimed` : t`${containerNumber} released`;
      if (to === "claimed" || isMine) offerUndo({ text, undo, groups: CHANGED });
      else announce(text);
      heading.current?.focus({ preventScroll: true });
    });
  return (
    <section className="card" aria-label={t`Decision`}>
      <div className="card-head">
        <h2 ref={heading} tabIndex={-1}>{t`Decision`}</h2>
        {state === "OPEN" && (
          <button
            type="button"
            className="quiet"
            aria-keyshortcuts="c"
            disabled={change.busy}
            onClick={() => set("claimed")}
          >
            {t`Claim`}
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
            {t`Release`}
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

/** Users whose hold decision is still in force; the queue includes them, a single escalation does not. */
function useHolders(escalation: Escalation | QueuedEscalation) {
  const isStated = "standingHoldsBy" in escalation;
  const isAsked = useIsSupervisor() && escalation.state !== "RESOLVED" && !isStated;
  const { data: queued } = useQueued(escalation.container.id, isAsked);
  return isStated ? escalation.standingHoldsBy : (queued?.standingHoldsBy ?? []);
}

/** Other users who view the escalation now, so that two users do not do the same work. */
function Viewers({ escalationId }: { escalationId: string }) {
  const viewers = useViewers().get(escalationId);
  return (
    <p className="viewers" role="status">
      {viewers && (
        <>
          {viewers.length > 1 ? (
            <Trans>
              <bdi>{viewers.join(", ")}</bdi> are viewing this escalation now.
            </Trans>
          ) : (
            <Trans>
              <bdi>{viewers.join(", ")}</bdi> is viewing this escalation now.
            </Trans>
          )}
        </>
      )}
    </p>
  );
}

/** User who claimed the escalation; `by` is undefined for the current user. */
const Claimed = ({ by, at }: { by: string | undefined; at: string }) =>
  by === undefined ? (
    <Trans>
      You claimed it <TimeAgo at={at} />.
    </Trans>
  ) : (
    <Trans>
      {by} claimed it <TimeAgo at={at} />.
    </Trans>
  );

function Standing({ escalation, isMine }: { escalation: Escalation; isMine: boolean }) {
  const { id, state, claimedBy, claimedAt, decisionReason, resolvedBy, resolvedAt } = escalation;
  if (state !== "RESOLVED") {
    return (
      <>
        <p className="faint">
          {state === "OPEN" && t`Not claimed yet.`}
          {claimedAt && <Claimed by={isMine ? undefined : (claimedBy?.email ?? t`A deleted user`)} at={claimedAt} />}
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
        {t`by ${resolvedBy?.email ?? t`a deleted user`}`}
        {resolvedAt && (
          <>
            , <TimeAgo at={resolvedAt} />
          </>
        )}
      </p>
    </>
  );
}
