import type { Escalation, EscalationState } from "@container-inspection/shared-schemas/escalations";
import { plural, t } from "@lingui/core/macro";
import { getRouteApi, Link } from "@tanstack/react-router";
import { isRefusal } from "../api/api-error.ts";
import { useMe } from "../api/me.ts";
import { PageTitle } from "../ui/page-title.tsx";
import { ListProblem } from "../ui/list-problem.tsx";
import { TotalOf } from "../ui/list-total.tsx";
import { Notice } from "../ui/notice.tsx";
import { Pager } from "../ui/pager.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { sourceMeanings, StandingChip, stateClassOf } from "./escalation-chips.tsx";
import { useEscalations } from "./escalations-api.ts";
import { inLanguage } from "../language/in-language.ts";
import { SupervisorsOnly } from "./supervisors-only.tsx";

type Choice = {
  /** Value in the URL; undefined for the first choice. */
  show: "Mine" | "Claimed" | "Resolved" | "All" | undefined;
  state?: EscalationState;
};

const OPEN: Choice = { show: undefined, state: "OPEN" };
const CHOICES: Choice[] = [
  OPEN,
  { show: "Mine", state: "CLAIMED" },
  { show: "Claimed", state: "CLAIMED" },
  { show: "Resolved", state: "RESOLVED" },
  { show: "All" },
];

/** The name of a choice, and the text shown when it has no escalations. */
function textsOf({ show }: Choice): { name: string; empty: string } {
  if (show === "Mine") return { name: t`Mine`, empty: t`You have no undecided escalations.` };
  if (show === "Claimed") return { name: t`Claimed`, empty: t`No claimed escalation is undecided.` };
  if (show === "Resolved") return { name: t`Resolved`, empty: t`No escalation has been decided yet.` };
  if (show === "All") return { name: t`All`, empty: t`No container has been escalated yet.` };
  return { name: t`Open`, empty: t`No escalation waits for a supervisor.` };
}
const route = getRouteApi("/shell/escalations");

/** The supervisors' queue, newest first. */
export function EscalationsPage() {
  const { show, cursor } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: me } = useMe();
  const shown = CHOICES.find((choice) => choice.show === show) ?? OPEN;
  const mine = shown.show === "Mine" ? me?.id : undefined;
  const { data, error, isPlaceholderData } = useEscalations({
    state: shown.state,
    claimedById: mine,
    cursor,
    total: "true",
  });

  if (isRefusal(error, 403)) return <SupervisorsOnly />;
  return (
    <>
      <div className="page-head">
        <PageTitle title={t`Escalations`} />
        <TotalOf total={data?.total} nameOf={(count) => plural(count, { one: "escalation", other: "escalations" })} />
        <div className="tabs push" role="group" aria-label={t`Which escalations`}>
          {CHOICES.map((choice) => (
            <button
              key={choice.show ?? "Open"}
              type="button"
              aria-pressed={choice === shown}
              onClick={() => void navigate({ search: { show: choice.show }, resetScroll: false })}
            >
              {textsOf(choice).name}
            </button>
          ))}
        </div>
      </div>
      <ListProblem error={error} />
      {!data && !error && <ListSkeleton />}
      {data?.items.length === 0 && !isPlaceholderData && (
        <Notice title={t`Nothing here`}>{textsOf(shown).empty}</Notice>
      )}
      {data && data.items.length > 0 && (
        <ul className="card rows" aria-busy={isPlaceholderData}>
          {data.items.map((escalation) => (
            <EscalationRow key={escalation.id} escalation={escalation} />
          ))}
        </ul>
      )}
      <Pager cursor={cursor} nextCursor={data?.nextCursor} />
    </>
  );
}

function EscalationRow({ escalation }: { escalation: Escalation }) {
  const { id, container, source, raisedBy, claimedBy, createdAt, state } = escalation;
  const reason = inLanguage(escalation.reason, escalation.reasonPhrase);
  return (
    <li>
      <Link to="/escalations/$id" params={{ id }} className={`escalation-row ${stateClassOf(escalation)}`}>
        <strong className="number one-line">{container.containerNumber}</strong>
        <StandingChip escalation={escalation} />
        <bdi className="escalation-reason one-line" title={reason}>
          {reason}
        </bdi>
        <span className="escalation-who faint small one-line">
          {raisedBy ? t`raised by ${raisedBy.email}` : sourceMeanings()[source]}
          {state === "CLAIMED" && claimedBy && `, ${t`claimed by ${claimedBy.email}`}`}
        </span>
        <span className="faint">
          <TimeAgo at={createdAt} />
        </span>
      </Link>
    </li>
  );
}
