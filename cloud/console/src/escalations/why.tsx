import type { Escalation } from "@container-inspection/shared-schemas";
import { Findings } from "../containers/findings.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { RAISED_BY } from "./escalation-chips.tsx";

/** Why a container was escalated: the critical findings, or what a user wrote. */
export function Why({ escalation: { findings, reason, raisedBy, source, createdAt } }: { escalation: Escalation }) {
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
