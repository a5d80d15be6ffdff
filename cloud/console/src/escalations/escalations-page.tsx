import type { Escalation, EscalationState } from "@container-inspection/shared-schemas";
import { Link } from "react-router";
import { ApiError, useMe } from "../api.ts";
import { Notice } from "../ui/notice.tsx";
import { Pager } from "../ui/pager.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { useListing } from "../ui/use-listing.ts";
import { RAISED_BY, StandingChip } from "./escalation-chips.tsx";
import { useEscalations } from "./escalations-api.ts";

type Choice = { name: string; state?: EscalationState; mine?: true; empty: string };

const CHOICES: [Choice, ...Choice[]] = [
  { name: "Open", state: "OPEN", empty: "No escalation waits for a supervisor." },
  { name: "Mine", state: "CLAIMED", mine: true, empty: "You have no undecided escalations." },
  { name: "Claimed", state: "CLAIMED", empty: "No claimed escalation is undecided." },
  { name: "Resolved", state: "RESOLVED", empty: "No escalation has been decided yet." },
  { name: "All", empty: "No container has been escalated yet." },
];

/** The supervisors' queue, newest first. */
export function EscalationsPage() {
  const listing = useListing();
  const { filter, change, cursor } = listing;
  const { data: me } = useMe();
  const shown = CHOICES.find(({ name }) => name === filter.get("show")) ?? CHOICES[0];
  const { data, error } = useEscalations({ state: shown.state, claimedById: shown.mine && me?.id, cursor });

  if (error instanceof ApiError && error.status === 403)
    return <Notice title="Only supervisors see the escalations">Ask an administrator for the role.</Notice>;
  return (
    <>
      <div className="page-head">
        <h1>Escalations</h1>
        <div className="tabs push" role="group" aria-label="Which escalations">
          {CHOICES.map(({ name }) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === shown.name}
              onClick={() => change({ show: name === CHOICES[0].name ? "" : name })}
            >
              {name}
            </button>
          ))}
        </div>
      </div>
      {error && <Notice title="The list cannot be shown">{error.message}</Notice>}
      {data?.items.length === 0 && <Notice title="Nothing here">{shown.empty}</Notice>}
      <ul className="container-list">
        {data?.items.map((escalation) => (
          <EscalationRow key={escalation.id} escalation={escalation} />
        ))}
      </ul>
      <Pager listing={listing} nextCursor={data?.nextCursor} />
    </>
  );
}

function EscalationRow({ escalation }: { escalation: Escalation }) {
  const { id, container, reason, source, raisedBy, claimedBy, createdAt, state } = escalation;
  return (
    <li>
      <Link to={`/escalations/${id}`} className="card container-row">
        <strong className="number">{container.containerNumber}</strong>
        <StandingChip escalation={escalation} />
        <div className="container-row-load escalation-reason">
          <p>{reason}</p>
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
