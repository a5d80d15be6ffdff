import type { QueuedEscalation } from "@container-inspection/shared-schemas/escalations";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { getRouteApi, Link } from "@tanstack/react-router";
import { thumbnailUrl } from "../pictures/picture-urls.ts";
import { SourceChip } from "../escalations/escalation-chips.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";

const route = getRouteApi("/shell/review");

type Props = {
  items: QueuedEscalation[];
  shownId: string | undefined;
  /** The other users who look at an escalation now, by its id. */
  viewers: ReadonlyMap<string, string[]>;
  selected: ReadonlySet<string>;
  onSelect: (id: string, isSelected: boolean) => void;
};

/** The element of an escalation in the queue, which receives the focus when it is opened by a key. */
export const rowId = (id: string): string => `queued-${id}`;

/** The queue: each escalation with its picture, its reason and its age. */
export function QueueList({ items, shownId, viewers, selected, onSelect }: Props) {
  const search = route.useSearch();
  return (
    <ul className="queue">
      {items.map((item) => (
        <li key={item.id} className={item.id === shownId ? "card queue-item shown" : "card queue-item"}>
          <input
            type="checkbox"
            aria-label={t`Select ${item.container.containerNumber}`}
            checked={selected.has(item.id)}
            onChange={({ target }) => onSelect(item.id, target.checked)}
          />
          <Link
            id={rowId(item.id)}
            to="/review"
            search={{ ...search, id: item.id }}
            resetScroll={false}
            activeProps={{}}
            aria-current={item.id === shownId ? "true" : undefined}
          >
            <QueueItem item={item} viewers={viewers.get(item.id)} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function QueueItem({ item, viewers }: { item: QueuedEscalation; viewers: string[] | undefined }) {
  const { container, pictureScanId, source, reason, lane, claimedBy, raisedBy, createdAt } = item;
  return (
    <>
      {pictureScanId ? (
        <img src={thumbnailUrl(container.id, pictureScanId)} alt="" loading="lazy" width="72" height="54" />
      ) : (
        <span className="queue-no-picture" />
      )}
      <span>
        <strong className="number">{container.containerNumber}</strong> <SourceChip source={source} />
        <span className="queue-reason">
          <bdi>{reason}</bdi>
        </span>
        <span className="faint small">
          {raisedBy && `${raisedBy.email}, `}
          <TimeAgo at={createdAt} />
          {lane && ` · ${lane.name}`}
          {claimedBy && ` · ${t`claimed by ${claimedBy.email}`}`}
        </span>
        {viewers && (
          <span className="viewers small">
            {viewers.length > 1 ? (
              <Trans>
                <bdi>{viewers.join(", ")}</bdi> are viewing
              </Trans>
            ) : (
              <Trans>
                <bdi>{viewers.join(", ")}</bdi> is viewing
              </Trans>
            )}
          </span>
        )}
      </span>
    </>
  );
}
