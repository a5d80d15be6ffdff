import type { Escalation } from "@container-inspection/shared-schemas";
import { Link, useParams } from "react-router";
import { ApiError, useContainer, useScan } from "../api.ts";
import { StatusChip } from "../containers/container-chips.tsx";
import { Findings } from "../containers/findings.tsx";
import { ScanPicture } from "../containers/scan-picture.tsx";
import { Notice } from "../ui/notice.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { DecisionCard } from "./decision-card.tsx";
import { EarlierEscalations } from "./earlier-escalations.tsx";
import { RAISED_BY, StandingChip } from "./escalation-chips.tsx";
import { useEscalation } from "./escalations-api.ts";

/** One escalation: why, what the picture shows, and the decision. */
export function EscalationPage() {
  const { id = "" } = useParams();
  const { data: escalation, error } = useEscalation(id);
  if (error) return <Notice title={titleOf(error)}>{error.message}</Notice>;
  if (!escalation) return null;
  const { container } = escalation;
  return (
    <>
      <p className="crumb">
        <Link to="/escalations">Escalations</Link>
      </p>
      <div className="page-head">
        <h1 className="number">{container.containerNumber}</h1>
        <StandingChip escalation={escalation} />
        {escalation.state === "RESOLVED" && <StatusChip status={container.status} />}
        <Link className="push" to={`/containers/${container.id}`}>
          Open container
        </Link>
      </div>
      <div className="split">
        <div className="column">
          <EscalatedScan escalation={escalation} />
        </div>
        <div className="column">
          <section className="card">
            <h2>Why</h2>
            {escalation.findings.length > 0 ? (
              <Findings findings={escalation.findings} />
            ) : (
              <p className="prose">{escalation.reason}</p>
            )}
            <p className="faint small">
              {escalation.raisedBy ? `raised by ${escalation.raisedBy.email}` : RAISED_BY[escalation.source]},{" "}
              <TimeAgo at={escalation.createdAt} />
            </p>
          </section>
          <DecisionCard key={escalation.id} escalation={escalation} />
          <EarlierEscalations escalation={escalation} />
        </div>
      </div>
    </>
  );
}

/** The scan that raised it; where a person did, the container's newest category scan. */
function EscalatedScan({ escalation: { container, scanId } }: { escalation: Escalation }) {
  const { data, error } = useContainer(container.id);
  const shownId = scanId ?? data?.categoryScan?.scanId;
  const { data: scan } = useScan(container.id, shownId);
  if (error) return <Notice title="The container cannot be shown">{error.message}</Notice>;
  if (data && shownId === undefined)
    return <Notice title="Not scanned yet">The picture and its detections appear with the first scan.</Notice>;
  if (!scan) return null;
  return (
    <>
      <ScanPicture scan={scan} />
      <p className="faint scan-facts">
        {scanId ? "The scan that raised it" : "The newest scan"}, of {scan.type}, <TimeAgo at={scan.timestamp} />
        {scan.cameraId && ` by ${scan.cameraId}`}
      </p>
    </>
  );
}

function titleOf(error: Error): string {
  if (error instanceof ApiError && error.status === 404) return "There is no such escalation";
  if (error instanceof ApiError && error.status === 403) return "Only supervisors see the escalations";
  return "The escalation cannot be shown";
}
