import type { Escalation } from "@container-inspection/shared-schemas/escalations";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { StandingChip } from "../escalations/escalation-chips.tsx";
import { inLanguage } from "../language/in-language.ts";
import { ExactTime } from "../ui/exact-time.tsx";

/** The escalations with their decisions, newest first. */
export function ReportDecisions({ escalations }: { escalations: Escalation[] }) {
  return (
    <section className="card">
      <h2>{t`Decisions`}</h2>
      {escalations.length === 0 && (
        <p className="faint">
          <Trans>It was never escalated, so nothing had to be decided.</Trans>
        </p>
      )}
      <ul className="decisions">
        {escalations.map((escalation) => (
          <li key={escalation.id}>
            <StandingChip escalation={escalation} />
            <div>
              {escalation.decisionReason && (
                <p className="prose">
                  <bdi>{escalation.decisionReason}</bdi>
                </p>
              )}
              <p className={escalation.decisionReason ? "prose faint" : "prose"}>
                <Trans>
                  Escalated: <bdi>{inLanguage(escalation.reason, escalation.reasonPhrase)}</bdi>
                </Trans>
              </p>
              <p className="faint small">
                {escalation.resolvedBy?.email ?? escalation.raisedBy?.email ?? t`the service`},{" "}
                <ExactTime at={escalation.resolvedAt ?? escalation.createdAt} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
