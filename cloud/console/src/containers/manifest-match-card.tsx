import type { ManifestMatch, MatchFinding } from "@container-inspection/shared-schemas";
import { Chip } from "../ui/chip.tsx";
import { percent } from "../ui/format.ts";
import { LaneChip } from "./container-chips.tsx";

const TONE = { info: "neutral", warning: "caution", critical: "bad" } as const;

/** How the scan fits the manifest, finding by finding. */
export function ManifestMatchCard({ match, hasManifest }: { match: ManifestMatch | null; hasManifest: boolean }) {
  return (
    <section className="card">
      <div className="card-head">
        <h2>Manifest match</h2>
        {match && <LaneChip lane={match.lane} />}
      </div>
      {!match && (
        <p className="faint">
          {hasManifest ? "This scan is not compared with a manifest." : "No manifest is attached to this container."}
        </p>
      )}
      {match && (
        <>
          <div className="score">
            <meter min={0} max={1} low={0.5} high={0.9} optimum={1} value={match.score} aria-label="match score" />
            <strong>{percent(match.score)}</strong>
          </div>
          {match.findings.length === 0 && <p>What was seen fits what was declared.</p>}
          <Findings findings={match.findings} />
          <p className="faint small">Compared with {match.ruleSet}</p>
        </>
      )}
    </section>
  );
}

/** Findings, each with what was declared and what was seen. */
export function Findings({ findings }: { findings: MatchFinding[] }) {
  return (
    <ul className="findings">
      {findings.map((finding, index) => (
        // Findings have no id, and two may read alike.
        <Finding key={`${index} ${finding.rule}`} finding={finding} />
      ))}
    </ul>
  );
}

function Finding({ finding }: { finding: MatchFinding }) {
  return (
    <li className={`finding finding-${finding.severity}`}>
      <div className="finding-head">
        <Chip tone={TONE[finding.severity]}>{finding.severity}</Chip>
        <span className="faint">{finding.rule.replaceAll(/[-_]/g, " ").toLowerCase()}</span>
      </div>
      <p>{finding.message}</p>
      {(finding.declared !== null || finding.observed !== null) && (
        <dl>
          <dt>declared</dt>
          <dd>{finding.declared ?? "–"}</dd>
          <dt>seen</dt>
          <dd>{finding.observed ?? "–"}</dd>
        </dl>
      )}
      {finding.grounds && <p className="faint small">{finding.grounds}</p>}
    </li>
  );
}
