import type { Report, ScanType } from "@container-inspection/shared-schemas";
import { Link, useParams } from "react-router";
import { ApiError } from "../api.ts";
import { DeclaredGoods } from "../containers/declared-goods.tsx";
import { ScanPicture } from "../containers/scan-picture.tsx";
import { ExactTime } from "../ui/exact-time.tsx";
import { Notice } from "../ui/notice.tsx";
import { useVisitNumber } from "../ui/use-visit-number.ts";
import { EvidencePhotos } from "./evidence-photos.tsx";
import { useReport } from "./report-api.ts";
import { ReportDecisions } from "./report-decisions.tsx";
import { ReportMatch } from "./report-match.tsx";
import { ReportTimeline } from "./report-timeline.tsx";
import { ReportVerdict } from "./report-verdict.tsx";

/** The inspection report of a container, to be read here or printed. */
export function ReportPage() {
  const { id = "" } = useParams();
  const { data: report, error } = useReport(id, useVisitNumber());
  if (error) return <Notice title={titleOf(error)}>{error.message}</Notice>;
  if (!report) return null;
  const { container } = report;
  return (
    <article className="report">
      <p className="crumb">
        <Link to="/containers">Containers</Link> / <Link to={`/containers/${id}`}>{container.containerNumber}</Link>
      </p>
      <div className="page-head">
        <div>
          <h1>
            Inspection report <span className="number">{container.containerNumber}</span>
          </h1>
          <p className="faint">
            Visit {container.visit.number}, as of <ExactTime at={report.generatedAt} />
          </p>
        </div>
        <button type="button" className="push" onClick={() => window.print()}>
          Print
        </button>
      </div>
      <ReportVerdict report={report} />
      <div className="split">
        <ContainerFacts report={report} />
        <div className="column">
          <ReportMatch report={report} />
          {report.manifests.map((manifest) => (
            <DeclaredGoods key={manifest.id} manifest={manifest} isOneOfSeveral={report.manifests.length > 1} />
          ))}
        </div>
      </div>
      <LatestScans report={report} />
      <EvidencePhotos evidence={report.evidence} />
      <ReportDecisions escalations={report.escalations} />
      <ReportTimeline timeline={report.timeline} />
    </article>
  );
}

function ContainerFacts({ report: { container, owner, numberCheck } }: { report: Report }) {
  const { visit, legalHold } = container;
  return (
    <section className="card">
      <h2>Container</h2>
      <dl className="facts">
        <dt>Number</dt>
        <dd>
          <span className="number">{numberCheck.containerNumber}</span>
          <br />
          <span className="faint">{numberCheck.message}</span>
        </dd>
        {container.sizeType && (
          <>
            <dt>Size and type</dt>
            <dd>{container.sizeType}</dd>
          </>
        )}
        <dt>Status</dt>
        <dd>{container.status.toLowerCase()}</dd>
        <dt>Owner</dt>
        <dd>{owner.name ? `${owner.name}, ${owner.email}` : owner.email}</dd>
        <dt>Visit {visit.number}</dt>
        <dd>
          from <ExactTime at={visit.openedAt} />
          {visit.closedAt && (
            <>
              {" to "}
              <ExactTime at={visit.closedAt} />
            </>
          )}
        </dd>
        {legalHold && (
          <>
            <dt>Legal hold</dt>
            <dd>
              {legalHold.reason}
              <br />
              <span className="faint">
                {legalHold.placedBy.email}, <ExactTime at={legalHold.placedAt} />
              </span>
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}

const KINDS: { type: ScanType; title: string }[] = [
  { type: "category", title: "Cargo" },
  { type: "illegal", title: "Illegal goods" },
  { type: "defect", title: "Defects" },
];

/** The latest scan of each kind that was made, with its picture. */
function LatestScans({ report: { scans } }: { report: Report }) {
  const made = KINDS.flatMap(({ type, title }) => {
    const scan = scans[type];
    return scan ? [{ title, scan }] : [];
  });
  if (made.length === 0) return null;
  return (
    <div className="report-scans">
      {made.map(({ title, scan }) => (
        <div key={scan.id}>
          <h2>{title}</h2>
          <ScanPicture scan={scan} readOnly />
          <p className="faint scan-facts">
            <ExactTime at={scan.timestamp} />
            {scan.cameraId && ` · ${scan.cameraId}`}
            {scan.model && ` · ${scan.model.name} ${scan.model.version}`}
          </p>
        </div>
      ))}
    </div>
  );
}

function titleOf(error: Error): string {
  if (error instanceof ApiError && error.code === "VISIT_NOT_FOUND") return "There is no such visit";
  if (error instanceof ApiError && error.status === 404) return "There is no such container";
  if (error instanceof ApiError && error.status === 403) return "You may not see this container";
  return "The report cannot be shown";
}
