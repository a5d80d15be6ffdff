import { t } from "@lingui/core/macro";
import { getRouteApi, Link } from "@tanstack/react-router";
import { isRefusal } from "../api/api-error.ts";
import { StatusChip } from "../containers/container-chips.tsx";
import { listPlace } from "../shell/list-place.ts";
import { PageTitle } from "../ui/page-title.tsx";
import { Crumb } from "../ui/crumb.tsx";
import { PageProblem } from "../ui/page-problem.tsx";
import { PageSkeleton } from "../ui/skeleton.tsx";
import { DecisionCard } from "./decision-card.tsx";
import { useKeys } from "../ui/use-keys.ts";
import { EarlierEscalations } from "./earlier-escalations.tsx";
import { StandingChip } from "./escalation-chips.tsx";
import { EscalatedScan } from "./escalated-scan.tsx";
import { KeysButton } from "../ui/keys-button.tsx";
import { useEscalation } from "./escalations-api.ts";
import { useReportViewing } from "./viewers.ts";
import { Why } from "./why.tsx";

const route = getRouteApi("/shell/escalations/$id");

/** Empty key map: the page has only the keys of its controls. */
const NO_MORE_KEYS = {};

/** One escalation: its reason, its picture, and the decision. */
export function EscalationPage() {
  useKeys(NO_MORE_KEYS);
  const { id } = route.useParams();
  const { data: escalation, error } = useEscalation(id);
  useReportViewing(escalation && escalation.state !== "RESOLVED" ? id : undefined);
  if (error && !escalation) return <PageProblem title={titleOf(error)} error={error} />;
  if (!escalation) return <PageSkeleton />;
  const { container, state, decision } = escalation;
  return (
    <>
      <Crumb>
        <Link {...listPlace("/escalations")}>{t`Escalations`}</Link>
      </Crumb>
      <div className="page-head">
        <PageTitle title={t`Escalation of ${container.containerNumber}`} className="number">
          {container.containerNumber}
        </PageTitle>
        <StandingChip escalation={escalation} />
        {state === "RESOLVED" && container.status !== STATUS_AFTER[decision ?? "none"] && (
          <span className="faint">
            {t`container now`} <StatusChip status={container.status} />
          </span>
        )}
        <Link className="push" to="/containers/$id" params={{ id: container.id }}>{t`Open container`}</Link>
        <KeysButton page="escalation" />
      </div>
      <div className="split">
        <div className="column">
          <EscalatedScan key={escalation.id} escalation={escalation} />
        </div>
        <div className="column">
          <Why escalation={escalation} />
          <DecisionCard key={escalation.id} escalation={escalation} />
          <EarlierEscalations escalation={escalation} />
        </div>
      </div>
    </>
  );
}

/** The container's status that a decision leads to: it is not stated twice. */
const STATUS_AFTER = { clear: "CLEARED", hold: "HELD", inspect: "INSPECT", none: undefined } as const;

function titleOf(error: unknown): string {
  if (isRefusal(error, 404)) return t`Escalation not found`;
  if (isRefusal(error, 403)) return t`Only supervisors see the escalations`;
  return t`The escalation cannot be shown`;
}
