import type { Escalation } from "@container-inspection/shared-schemas";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { isRefusal, problemOf } from "../api/api-error.ts";
import { StatusChip } from "../containers/container-chips.tsx";
import { useContainer, useScan } from "../containers/containers-api.ts";
import { Findings } from "../containers/findings.tsx";
import { ScanPicture } from "../containers/scan-picture.tsx";
import { listPlace } from "../shell/list-place.ts";
import { PageTitle } from "../shell/page-title.tsx";
import { Crumb } from "../ui/crumb.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageProblem } from "../ui/page-problem.tsx";
import { PageSkeleton } from "../ui/skeleton.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { DecisionCard } from "./decision-card.tsx";
import { EarlierEscalations } from "./earlier-escalations.tsx";
import { RAISED_BY, StandingChip } from "./escalation-chips.tsx";
import { useEscalation } from "./escalations-api.ts";

const route = getRouteApi("/shell/escalations/$id");

/** One escalation: why, what the picture shows, and the decision. */
export function EscalationPage() {
  const { id } = route.useParams();
  const { data: escalation, error } = useEscalation(id);
  if (error && !escalation) return <PageProblem title={titleOf(error)} error={error} />;
  if (!escalation) return <PageSkeleton />;
  const { container, state, decision } = escalation;
  return (
    <>
      <Crumb>
        <Link {...listPlace("/escalations")}>Escalations</Link>
      </Crumb>
      <div className="page-head">
        <PageTitle title={`Escalation of ${container.containerNumber}`} className="number">
          {container.containerNumber}
        </PageTitle>
        <StandingChip escalation={escalation} />
        {state === "RESOLVED" && container.status !== STATUS_AFTER[decision ?? "none"] && (
          <span className="faint">
            container now <StatusChip status={container.status} />
          </span>
        )}
        <Link className="push" to="/containers/$id" params={{ id: container.id }}>
          Open container
        </Link>
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

function Why({ escalation: { findings, reason, raisedBy, source, createdAt } }: { escalation: Escalation }) {
  return (
    <section className="card">
      <h2>Why</h2>
      {findings.length > 0 ? (
        <Findings findings={findings} />
      ) : (
        <p className="prose">
          <bdi>{reason}</bdi>
        </p>
      )}
      <p className="faint small">
        {raisedBy ? `raised by ${raisedBy.email}` : RAISED_BY[source]}, <TimeAgo at={createdAt} />
      </p>
    </section>
  );
}

/** The scan that raised it; where a person did, the category scan that was the newest at the opening. */
function EscalatedScan({ escalation: { container, scanId } }: { escalation: Escalation }) {
  const { data, error } = useContainer(container.id);
  const newestId = scanId ?? data?.categoryScan?.scanId;
  const [shownId, setShownId] = useState(newestId);
  if (shownId === undefined && newestId !== undefined) setShownId(newestId);
  const { data: scan } = useScan(container.id, shownId);
  if (error && !data) return <Notice title="The container cannot be shown">{problemOf(error)}</Notice>;
  if (data && shownId === undefined)
    return <Notice title="Not scanned yet">The picture and its detections appear with the first scan.</Notice>;
  if (!scan) return <div className="skeleton skeleton-picture" role="img" aria-label="Loading" />;
  return (
    <>
      {shownId !== newestId && (
        <button type="button" className="newer-scan" onClick={() => setShownId(newestId)}>
          Newer scan: show it
        </button>
      )}
      <ScanPicture key={scan.id} scan={scan} />
      <p className="faint scan-facts">
        {scanId ? `The ${scan.type} scan that triggered this` : `The ${scan.type} scan`},{" "}
        <TimeAgo at={scan.timestamp} />
        {scan.cameraId && ` by ${scan.cameraId}`}
      </p>
    </>
  );
}

function titleOf(error: unknown): string {
  if (isRefusal(error, 404)) return "There is no such escalation";
  if (isRefusal(error, 403)) return "Only supervisors see the escalations";
  return "The escalation cannot be shown";
}
