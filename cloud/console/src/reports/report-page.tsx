import type { Report } from "@container-inspection/shared-schemas/reports";
import type { Scan, ScanType } from "@container-inspection/shared-schemas/scans";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { getRouteApi, Link } from "@tanstack/react-router";
import { isRefusal } from "../api/api-error.ts";
import { DeclaredGoods } from "../containers/declared-goods.tsx";
import { ScanPicture } from "../containers/scan-picture.tsx";
import { listPlace } from "../shell/list-place.ts";
import { Crumb } from "../ui/crumb.tsx";
import { ExactTime } from "../ui/exact-time.tsx";
import { PageProblem } from "../ui/page-problem.tsx";
import { PageSkeleton } from "../ui/skeleton.tsx";
import { EvidencePhotos } from "./evidence-photos.tsx";
import { useReport } from "./report-api.ts";
import { ReportHead } from "./report-head.tsx";
import { ReportDecisions } from "./report-decisions.tsx";
import { ReportMatch } from "./report-match.tsx";
import { ReportTimeline } from "./report-timeline.tsx";
import { ReportVerdict } from "./report-verdict.tsx";
import { inLanguage } from "../language/in-language.ts";
import { wordOf } from "../language/words.ts";

const route = getRouteApi("/shell/containers/$id/report");
/** Photos on one contact sheet of two rows on paper. */
const MOST_PHOTOS = 8;

/** The inspection report of a container, to be read here or printed. */
export function ReportPage() {
  const { id } = route.useParams();
  const { visit } = route.useSearch();
  const { data: report, error } = useReport(id, visit);
  if (error && !report) return <PageProblem title={titleOf(error)} error={error} />;
  if (!report) return <PageSkeleton />;
  const { container } = report;
  return (
    <article className="report">
      <Crumb>
        <Link {...listPlace("/containers")}>{t`Containers`}</Link> /{" "}
        <Link to="/containers/$id" params={{ id }} search={{ visit }}>
          {container.containerNumber}
        </Link>
      </Crumb>
      <ReportHead report={report} />
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
      <EvidencePhotos evidence={report.evidence} most={MOST_PHOTOS} />
      <ReportDecisions escalations={report.escalations} />
      <ReportTimeline timeline={report.timeline} />
    </article>
  );
}

function ContainerFacts({ report: { container, owner, numberCheck } }: { report: Report }) {
  const { visit, legalHold } = container;
  return (
    <section className="card">
      <h2>{t`Container`}</h2>
      <dl className="facts">
        <dt>{t`Number`}</dt>
        <dd>
          <span className="number">{numberCheck.containerNumber}</span>
          <br />
          <span className="faint">{inLanguage(numberCheck.message, [numberCheck.message])}</span>
        </dd>
        {container.sizeType && (
          <>
            <dt>{t`Size and type`}</dt>
            <dd>{container.sizeType}</dd>
          </>
        )}
        <dt>{t`Status`}</dt>
        <dd>{wordOf(container.status.toLowerCase())}</dd>
        <dt>{t`Owner`}</dt>
        <dd>{owner.name ? `${owner.name}, ${owner.email}` : owner.email}</dd>
        <dt>{t`Visit ${visit.number}`}</dt>
        <dd>
          {visit.closedAt ? (
            <Trans>
              from <ExactTime at={visit.openedAt} /> to <ExactTime at={visit.closedAt} />
            </Trans>
          ) : (
            <Trans>
              from <ExactTime at={visit.openedAt} />
            </Trans>
          )}
        </dd>
        {legalHold && (
          <>
            <dt>{t`Legal hold`}</dt>
            <dd>
              <bdi>{legalHold.reason}</bdi>
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

const scanKinds = (): { type: ScanType; title: string }[] => [
  { type: "category", title: t`Cargo` },
  { type: "illegal", title: t`Illegal goods` },
  { type: "defect", title: t`Defects` },
];

/** The latest scan of each kind that was made, with its picture. */
function LatestScans({ report: { scans } }: { report: Report }) {
  const made = scanKinds().flatMap(({ type, title }) => {
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
          {scan.image && <Hashes image={scan.image} />}
        </div>
      ))}
    </div>
  );
}

/** Hash of the picture, and of the one that was taken if the device sent a smaller copy. */
function Hashes({ image: { sha256, originalSha256 } }: { image: NonNullable<Scan["image"]> }) {
  return (
    <p className="faint hash picture-hash">
      SHA-256 {sha256}
      {originalSha256 !== sha256 && (
        <>
          <br />
          {t`as captured ${originalSha256}`}
        </>
      )}
    </p>
  );
}

function titleOf(error: unknown): string {
  if (isRefusal(error, 404) && error.code === "VISIT_NOT_FOUND") return t`Visit not found`;
  if (isRefusal(error, 404)) return t`Container not found`;
  if (isRefusal(error, 403)) return t`You may not see this container`;
  return t`The report cannot be shown`;
}
