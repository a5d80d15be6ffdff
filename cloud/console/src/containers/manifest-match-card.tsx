import {
  INCOMPLETE_RULES,
  type ManifestMatch,
  type MatchFinding,
} from "@container-inspection/shared-schemas/manifest-match";
import type { Scan } from "@container-inspection/shared-schemas/scans";
import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { inLanguage } from "../language/in-language.ts";
import { percent } from "../ui/format.ts";
import { ListProblem } from "../ui/list-problem.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { LaneChip } from "./container-chips.tsx";
import { Findings } from "./findings.tsx";
import { Grounds } from "./grounds.tsx";

type Props = {
  title?: string;
  match: ManifestMatch | null;
  /** The lane beside the title; none for a picture alone, which has no lane of its own. */
  lane?: ManifestMatch["lane"] | null | undefined;
  hasManifest: boolean;
  children?: ReactNode;
};

/** Match of the pictures with the manifest, finding by finding; `children` below the title name its subject. */
export function ManifestMatchCard({ title = t`Manifest match`, match, lane, hasManifest, children }: Props) {
  return (
    <section className="card">
      <div className="card-head">
        <h2>{title}</h2>
        {lane && <LaneChip lane={lane} />}
      </div>
      {children}
      {match ? (
        <MatchDetails match={match} />
      ) : (
        <p className="faint">
          {hasManifest ? t`This scan is not compared with a manifest.` : t`No manifest is attached to this container.`}
        </p>
      )}
    </section>
  );
}

type ScanMatchProps = {
  /** The scan that is shown: null where there is none, undefined as long as it is not known which. */
  scanId: string | null | undefined;
  scan: { data: Scan | undefined; error: unknown };
  hasManifest: boolean;
  children?: ReactNode;
};

/** The match of one picture with the manifest; nothing is stated about a scan that is still being read. */
export function ScanMatchCard({ scanId, scan: { data, error }, hasManifest, children }: ScanMatchProps) {
  if (data) return <ManifestMatchCard match={data.manifestMatch} hasManifest={hasManifest} children={children} />;
  return (
    <section className="card">
      <h2>{t`Manifest match`}</h2>
      {scanId === null ? (
        <p className="faint">{t`No scan can be compared with a manifest yet.`}</p>
      ) : (
        <>
          <ListProblem error={error} />
          {!error && <ListSkeleton rows={3} />}
        </>
      )}
    </section>
  );
}

function MatchDetails({ match: { score, isComplete, findings, documentLane, ...match } }: { match: ManifestMatch }) {
  const ruleSet = inLanguage(match.ruleSet, phraseOfRules(match.ruleSet));
  const missing = findings.filter(({ rule }) => INCOMPLETE_RULES.has(rule));
  const ofDocuments = findings.filter(({ lane }) => lane === "documents");
  const ofCargo = findings.filter((finding) => finding.lane !== "documents" && !missing.includes(finding));
  return (
    <>
      <div className="score">
        <meter min={0} max={1} low={0.334} high={0.667} optimum={1} value={score} aria-label={t`match score`} />
        <strong>{percent(score)}</strong>
      </div>
      {!isComplete && <Incomplete missing={missing} />}
      {ofCargo.length === 0 && isComplete && <p>{t`What was seen fits what was declared.`}</p>}
      <Findings findings={ofCargo} />
      {(ofDocuments.length > 0 || documentLane !== "green") && (
        <>
          <div className="card-head documents">
            <h3>{t`Documents`}</h3>
            <LaneChip lane={documentLane} of="documents" />
          </div>
          <Findings findings={ofDocuments} />
        </>
      )}
      <p className="faint small">{t`Compared with ${ruleSet}`}</p>
    </>
  );
}

/** The template by which catalogs have the versions in a match. */
const KEY = "rules {0}, rule set {1}, category map {2}";

/** The versions in a match as it states them: `rules 6, rule set 1, category map 1`. */
function phraseOfRules(ruleSet: string) {
  const [, ...versions] = /^rules (\S+), rule set (\S+), category map (\S+)$/.exec(ruleSet) ?? [];
  return versions.length === 0 ? undefined : [KEY, ...versions];
}

/** Reasons why the comparison is incomplete; without such a finding, the picture of the cargo is missing. */
function Incomplete({ missing }: { missing: MatchFinding[] }) {
  return (
    <div className="incomplete" role="status">
      <strong>{t`Incomplete`}</strong>
      {missing.length === 0 && <p>{t`No picture of the cargo yet. Take one.`}</p>}
      {missing.map(({ rule, message, grounds, phrases }) => (
        <div key={rule}>
          <p>{inLanguage(message, phrases?.message)}</p>
          {grounds && <Grounds text={inLanguage(grounds, phrases?.grounds)} />}
        </div>
      ))}
    </div>
  );
}
