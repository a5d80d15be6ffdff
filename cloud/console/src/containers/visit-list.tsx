import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { ExactTime } from "../ui/exact-time.tsx";
import { StatusChip } from "./container-chips.tsx";
import { useVisits } from "./containers-api.ts";

/** The visits of a container that has been here before, each to be looked at; nothing for one that has not. */
export function VisitList({ containerId, shown }: { containerId: string; shown: number }) {
  const { data: visits } = useVisits(containerId);
  if (!visits || visits.items.length < 2) return null;
  return (
    <section className="card">
      <h2>{t`Visits`}</h2>
      <ul className="earlier">
        {visits.items.map(({ number, openedAt, status, isCurrent }) => (
          <li key={number}>
            <Link
              to="/containers/$id"
              params={{ id: containerId }}
              search={isCurrent ? {} : { visit: number }}
              activeProps={{}}
              aria-current={number === shown ? "page" : undefined}
            >
              <Trans>Visit {number}</Trans>
            </Link>
            <StatusChip status={status} />
            <span className="faint">
              {isCurrent ? (
                <Trans>
                  now, since <ExactTime at={openedAt} />
                </Trans>
              ) : (
                <Trans>
                  from <ExactTime at={openedAt} />
                </Trans>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
