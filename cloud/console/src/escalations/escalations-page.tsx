import type { Escalation, EscalationState } from "@container-inspection/shared-schemas";
import { getRouteApi, Link } from "@tanstack/react-router";
import { isRefusal } from "../api/api-error.ts";
import { useMe } from "../api/me.ts";
import { PageTitle } from "../shell/page-title.tsx";
import { ListProblem } from "../ui/list-problem.tsx";
import { Notice } from "../ui/notice.tsx";
import { Pager } from "../ui/pager.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { RAISED_BY, StandingChip } from "./escalation-chips.tsx";
import { useEscalations } from "./escalations-api.ts";
import { SupervisorsOnly } from "./supervisors-only.tsx";

type Choice = {
  name: string;
  /** What the address keeps; the first choice needs nothing there. */
  show: "Mine" | "Claimed" | "Resolved" | "All" | undefined;
  state?: EscalationState;
  empty: string;
};

const OPEN: Choice = { name: "Open", show: undefined, state: "OPEN", empty: "No escalation waits for a supervisor." };
const CHOICES: Choice[] = [
  OPEN,
  { name: "Mine", show: "Mine", state: "CLAIMED", empty: "You have no undecided escalations." },
  { name: "Claimed", show: "Claimed", state: "CLAIMED", empty: "No claimed escalation is undecided." },
  { name: "Resolved", show: "Resolved", state: "RESOLVED", empty: "No escalation has been decided yet." },
  { name: "All", show: "All", empty: "No container has been escalated yet." },
];
const route = getRouteApi("/shell/escalations");

/** The supervisors' queue, newest first. */
export function EscalationsPage() {
  const { show, cursor } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: me } = useMe();
  const shown = CHOICES.find((choice) => choice.show === show) ?? OPEN;
  const mine = shown.show === "Mine" ? me?.id : undefined;
  const { data, error, isPlaceholderData } = useEscalations({ state: shown.state, claimedById: mine, cursor });

  if (isRefusal(error, 403)) return <SupervisorsOnly />;
  return (
    <>
      <div className="page-head">
        <PageTitle title="Escalations" />
        <div className="tabs push" role="group" aria-label="Which escalations">
          {CHOICES.map((choice) => (
            <button
              key={choice.name}
              type="button"
              aria-pressed={choice === shown}
              onClick={() => void navigate({ search: { show: choice.show }, resetScroll: false })}
            >
              {choice.name}
            </button>
          ))}
        </div>
      </div>
      <ListProblem error={error} />
      {!data && !error && <ListSkeleton />}
      {data?.items.length === 0 && !isPlaceholderData && <Notice title="Nothing here">{shown.empty}</Notice>}
      <ul className="container-list" aria-busy={isPlaceholderData}>
        {data?.items.map((escalation) => (
          <EscalationRow key={escalation.id} escalation={escalation} />
        ))}
      </ul>
      <Pager cursor={cursor} nextCursor={data?.nextCursor} />
    </>
  );
}

function EscalationRow({ escalation }: { escalation: Escalation }) {
  const { id, container, reason, source, raisedBy, claimedBy, createdAt, state } = escalation;
  return (
    <li>
      <Link to="/escalations/$id" params={{ id }} className="card container-row">
        <strong className="number">{container.containerNumber}</strong>
        <StandingChip escalation={escalation} />
        <div className="container-row-load escalation-reason">
          <p>
            <bdi>{reason}</bdi>
          </p>
          <span className="faint small">
            {raisedBy ? `raised by ${raisedBy.email}` : RAISED_BY[source]}
            {state === "CLAIMED" && claimedBy && `, claimed by ${claimedBy.email}`}
          </span>
        </div>
        <span className="faint">
          <TimeAgo at={createdAt} />
        </span>
      </Link>
    </li>
  );
}
