import type { Escalation } from "@container-inspection/shared-schemas/escalations";
import { t } from "@lingui/core/macro";
import { Link } from "@tanstack/react-router";
import { TimeAgo } from "../ui/time-ago.tsx";
import { StandingChip } from "./escalation-chips.tsx";
import { inLanguage } from "../language/in-language.ts";
import { useEscalations } from "./escalations-api.ts";

/** The container's other escalations with their decisions, newest first; renders nothing if there are none. */
export function EarlierEscalations({ escalation: { id, container } }: { escalation: Escalation }) {
  const { data } = useEscalations({ containerId: container.id, limit: 20 });
  const others = data?.items.filter((other) => other.id !== id) ?? [];
  if (others.length === 0) return null;
  return (
    <section className="card">
      <h2>{t`Other escalations of this container`}</h2>
      <ul className="earlier">
        {others.map((other) => (
          <li key={other.id}>
            <StandingChip escalation={other} />
            <Link to="/escalations/$id" params={{ id: other.id }}>
              <bdi>{other.decisionReason ?? inLanguage(other.reason, other.reasonPhrase)}</bdi>
            </Link>
            <span className="faint small">
              {other.resolvedBy?.email} <TimeAgo at={other.resolvedAt ?? other.createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
