import type { Report } from "@container-inspection/shared-schemas/reports";
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Findings } from "../containers/findings.tsx";
import { ManifestMatchCard } from "../containers/manifest-match-card.tsx";
import { ExactTime } from "../ui/exact-time.tsx";
import { OnPaper } from "../ui/on-paper.ts";

/** Match of all pictures of the visit with the manifest as of today, and the basis of the last decision. */
export function ReportMatch({ report }: { report: Report }) {
  const { container, manifestMatch, manifest, findings, matchAsDecided } = report;
  return (
    <OnPaper value>
      <ManifestMatchCard match={manifestMatch} lane={container.visit.lane} hasManifest={manifest !== null}>
        <p className="faint small">{t`All pictures of the visit, as of today.`}</p>
      </ManifestMatchCard>
      {!manifestMatch && findings.length > 0 && (
        <section className="card">
          <h2>{t`Findings without a manifest`}</h2>
          <Findings findings={findings} />
        </section>
      )}
      {matchAsDecided && <MatchAsDecided stored={matchAsDecided} />}
    </OnPaper>
  );
}

function MatchAsDecided({ stored }: { stored: NonNullable<Report["matchAsDecided"]> }) {
  const { at, match, findings, manifests, scanIds } = stored;
  const pictures = plural(scanIds.length, { one: "# picture", other: "# pictures" });
  return (
    <ManifestMatchCard title={t`Match as decided`} match={match} lane={match?.lane} hasManifest={manifests.length > 0}>
      <p className="faint small">
        <Trans>
          As it stood at the last decision, <ExactTime at={at} />: {pictures}.
        </Trans>
      </p>
      {manifests.map(({ manifestId, version, sha256 }) => (
        <p key={manifestId} className="faint hash" title={t`SHA-256 of the manifest as it stood`}>
          <Trans>
            manifest version {version}, {sha256}
          </Trans>
        </p>
      ))}
      {!match && <Findings findings={findings} />}
    </ManifestMatchCard>
  );
}
