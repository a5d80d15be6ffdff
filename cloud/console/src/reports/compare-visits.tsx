import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { Manifest } from "@container-inspection/shared-schemas/manifests";
import type { Report } from "@container-inspection/shared-schemas/reports";
import { t } from "@lingui/core/macro";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { classInLanguage } from "../language/in-language.ts";
import { ClassChips } from "../containers/class-chips.tsx";
import { LaneChip, StatusChip } from "../containers/container-chips.tsx";
import { useVisits } from "../containers/containers-api.ts";
import { thumbnailUrl } from "../pictures/picture-urls.ts";
import { weightOf } from "../containers/weight-of.ts";
import { Chip } from "../ui/chip.tsx";
import { ExactTime } from "../ui/exact-time.tsx";
import { percent } from "../ui/format.ts";
import { ListProblem } from "../ui/list-problem.tsx";
import { ListSkeleton, Unread } from "../ui/skeleton.tsx";
import { useTimeFormat } from "../ui/time-format.ts";
import { useReport } from "./report-api.ts";
import { inLanguage } from "../language/in-language.ts";
import { wordOf } from "../language/words.ts";

const route = getRouteApi("/shell/containers/$id");
/** Maximum number of visits that the service lists at once. */
const MOST_VISITS = 200;

/** The visit that is shown beside another one of the container; nothing for one that has not been here before. */
export function CompareVisits({ id, report }: { id: string; report: Report }) {
  const { compare } = route.useSearch();
  const navigate = route.useNavigate();
  const format = useTimeFormat();
  const { data: visits, error, isLoading } = useVisits(id, MOST_VISITS);
  const { number } = report.container.visit;
  const others = visits?.items.filter((visit) => visit.number !== number) ?? [];
  if (isLoading) return <Unread />;
  if (others.length === 0) return <ListProblem error={error} />;
  return (
    <section className="card">
      <div className="card-head">
        <h2>{t`Visits compared`}</h2>
        <label className="faint">
          {t`visit ${number} with`}{" "}
          <select
            value={compare ?? ""}
            onChange={({ target: { value } }) =>
              void navigate({
                search: (before) => ({ ...before, compare: value === "" ? undefined : Number(value) }),
                replace: true,
                resetScroll: false,
              })
            }
          >
            <option value="">{t`no other`}</option>
            {others.map((other) => (
              <option key={other.number} value={other.number}>
                {t`visit ${other.number}, ${format(other.openedAt, { dateStyle: "medium" })}`}
              </option>
            ))}
          </select>
        </label>
      </div>
      {compare !== undefined && compare !== number && <SideBySide id={id} shown={report} otherNumber={compare} />}
    </section>
  );
}

type SideBySideProps = { id: string; shown: Report; otherNumber: number };

function SideBySide({ id, shown, otherNumber }: SideBySideProps) {
  const { data: other, error } = useReport(id, otherNumber);
  if (!other) return error ? <ListProblem error={error} /> : <ListSkeleton rows={3} />;
  const [one, two] = [shown, other];
  return (
    <table className="compared">
      <thead>
        <tr>
          <td />
          <th scope="col">{t`Visit ${one.container.visit.number}`}</th>
          <th scope="col">{t`Visit ${two.container.visit.number}`}</th>
        </tr>
      </thead>
      <tbody>
        {comparedRows().map(({ name, text, show }) => (
          <tr key={name} className={text && text(one) !== text(two) ? "differs" : undefined}>
            <th scope="row">{name}</th>
            <td>{show(one, two)}</td>
            <td>{show(two, one)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Row = {
  name: string;
  /** Returns the text by which two visits differ here; a row without it always differs and is not marked. */
  text?: (report: Report) => string;
  show: (report: Report, other: Report) => ReactNode;
};

const lines = (values: (string | undefined)[]) => values.filter(Boolean).join(", ");
const weights = (name: string) => (report: Report) =>
  lines(report.manifests.map((manifest: Manifest) => weightOf(manifest.weight, name)));
const plain = (name: string, text: (report: Report) => string): Row => ({
  name,
  text,
  show: (report) => <bdi>{text(report) || "–"}</bdi>,
});
const statusOf = ({ container }: Report) => container.status;
const foundOf = ({ scans: { category } }: Report) => category?.summary ?? [];
const scansOf = ({ timeline }: Report) => timeline.filter(({ event }) => event === "scanned").length;

const comparedRows = (): Row[] => [
  { name: t`Began`, show: ({ container }) => <ExactTime at={container.visit.openedAt} /> },
  { name: t`Status`, text: statusOf, show: (report) => <StatusChip status={statusOf(report)} /> },
  plain(t`Scans`, (report) => String(scansOf(report))),
  { name: t`Picture`, show: (report) => <Picture report={report} /> },
  {
    name: t`Found`,
    text: (report) => lines(foundOf(report).map(({ className, count }) => `${count} ${classInLanguage(className)}`)),
    show: (report) => <ClassChips summary={foundOf(report)} />,
  },
  {
    name: t`Manifest match`,
    text: ({ manifestMatch: match }) => (match ? `${match.lane} ${percent(match.score)}` : ""),
    show: ({ manifestMatch: match }) =>
      match ? (
        <>
          <LaneChip lane={match.lane} /> {percent(match.score)}
        </>
      ) : (
        "–"
      ),
  },
  {
    name: t`Findings`,
    text: ({ findings }) => lines(findings.map(sameness)),
    show: ({ findings }, other) => <FindingList findings={findings} others={other.findings} />,
  },
  plain(t`Bill of lading`, ({ manifests }) => lines(manifests.map(({ billOfLading }) => billOfLading ?? undefined))),
  plain(t`Gross weight`, weights("gross")),
  plain(t`Tare weight`, weights("tare")),
  plain(t`Net weight`, weights("net")),
  plain(t`Verified gross mass`, weights("vgm")),
];

/** The newest picture of the cargo. */
function Picture({ report: { container, scans } }: { report: Report }) {
  const { category } = scans;
  if (!category?.image || category.image.deletedAt) return "–";
  const alt = t`Newest cargo scan of visit ${container.visit.number}`;
  return <img src={thumbnailUrl(container.id, category.id)} alt={alt} loading="lazy" />;
}

const TONE = { info: "neutral", warning: "caution", critical: "bad" } as const;

/** Returns the key that a finding shares across visits: the rule and its subject, not the numbers in its message. */
const sameness = ({ rule, severity, className, declared }: MatchFinding) =>
  `${severity} ${rule} ${className ?? declared ?? ""}`;

function FindingList({ findings, others }: { findings: MatchFinding[]; others: MatchFinding[] }) {
  if (findings.length === 0) return t`none`;
  const known = new Set(others.map(sameness));
  return (
    <ul>
      {findings.map((finding, index) => (
        // Findings have no id, and two may read alike.
        <li key={`${index} ${finding.rule}`}>
          <Chip tone={TONE[finding.severity]}>{wordOf(finding.severity)}</Chip>{" "}
          {!known.has(sameness(finding)) && <strong>{t`only here:`} </strong>}
          {inLanguage(finding.message, finding.phrases?.message)}
        </li>
      ))}
    </ul>
  );
}
