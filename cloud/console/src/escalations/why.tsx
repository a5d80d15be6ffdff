import type { Escalation } from "@container-inspection/shared-schemas";
import { Findings } from "../containers/findings.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { RAISED_BY } from "./escalation-chips.tsx";

/** Why a container was escalated: what a user wrote, and the critical findings. */
export function Why({ escalation: { findings, reason, raisedBy, source, createdAt } }: { escalation: Escalation }) {
  return (
    <section className="card">
      <h2>Why</h2>
      {(raisedBy || findings.length === 0) && (
        <p className="prose">
          <bdi>{reason}</bdi>
        </p>
      )}
      {findings.length > 0 && <Findings findings={findings} />}
      <p className="faint small">
        {raisedBy ? `raised by ${raisedBy.email}` : RAISED_BY[source]}, <TimeAgo at={createdAt} />
      </p>
    </section>
  );
}
