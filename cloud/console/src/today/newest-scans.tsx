import { t } from "@lingui/core/macro";
import { Link } from "@tanstack/react-router";
import { stateClass, StateChips } from "../containers/container-chips.tsx";
import { thumbnailUrl } from "../pictures/picture-urls.ts";
import { Thumbnail } from "../ui/thumbnail.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { useNewest } from "./today-api.ts";

/** The containers that were scanned last, with their pictures. */
export function NewestScans() {
  const { data: newest } = useNewest();
  const scanned = newest?.filter(({ categoryScan }) => categoryScan !== null) ?? [];
  if (scanned.length === 0) return null;
  return (
    <section className="card">
      <div className="card-head">
        <h2>{t`Newest scans`}</h2>
        <Link to="/containers">{t`All containers`}</Link>
      </div>
      <ul className="newest">
        {scanned.map(({ id, containerNumber, status, isEscalated, categoryScan }) => (
          <li key={id}>
            <Link to="/containers/$id" params={{ id }} className={stateClass(status)}>
              <Thumbnail src={categoryScan && thumbnailUrl(id, categoryScan.scanId)} width={160} height={120} />
              <strong className="number">{containerNumber}</strong>
              <span className="faint small">
                <StateChips container={{ status, isEscalated }} />{" "}
                {categoryScan && <TimeAgo at={categoryScan.timestamp} />}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
