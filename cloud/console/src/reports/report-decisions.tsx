import type { Escalation } from "@container-inspection/shared-schemas";
import { StandingChip } from "../escalations/escalation-chips.tsx";
import { ExactTime } from "../ui/exact-time.tsx";

/** The escalations and what was decided, newest first. */
export function ReportDecisions({ escalations }: { escalations: Escalation[] }) {
  return (
    <section className="card">
      <h2>Decisions</h2>
      {escalations.length === 0 && <p className="faint">It was never escalated, so nothing had to be decided.</p>}
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
                Escalated: <bdi>{escalation.reason}</bdi>
              </p>
              <p className="faint small">
                {escalation.resolvedBy?.email ?? escalation.raisedBy?.email ?? "the service"},{" "}
                <ExactTime at={escalation.resolvedAt ?? escalation.createdAt} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
