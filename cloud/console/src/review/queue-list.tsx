import type { QueuedEscalation } from "@container-inspection/shared-schemas/escalations";
import { t } from "@lingui/core/macro";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Eye } from "lucide";
import { thumbnailUrl } from "../pictures/picture-urls.ts";
import { Icon } from "../ui/icon.tsx";
import { Thumbnail } from "../ui/thumbnail.tsx";
import { SourceChip } from "../escalations/escalation-chips.tsx";
import { inLanguage } from "../language/in-language.ts";
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
    <ul className={items.length > 0 ? "card rows queue" : "queue"}>
      {items.map((item) => (
        <li key={item.id} className={item.id === shownId ? "queue-item shown" : "queue-item"}>
          <label className="tick">
            <input
              type="checkbox"
              aria-label={t`Select ${item.container.containerNumber}`}
              checked={selected.has(item.id)}
              onChange={({ target }) => onSelect(item.id, target.checked)}
            />
          </label>
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
  const { container, pictureScanId, source, lane, claimedBy, raisedBy, createdAt } = item;
  const reason = inLanguage(item.reason, item.reasonPhrase);
  return (
    <>
      <Thumbnail src={pictureScanId && thumbnailUrl(container.id, pictureScanId)} width={56} height={42} />
      <span className="queue-text">
        <span className="queue-line">
          <strong className="number one-line">{container.containerNumber}</strong>
          {viewers && <Viewers names={viewers.join(", ")} count={viewers.length} />}
          <SourceChip source={source} />
        </span>
        <span className="queue-line">
          <span className="one-line" title={reason}>
            {lane && <span className="faint">{lane.name} · </span>}
            <bdi>{reason}</bdi>
          </span>
          <span className="faint small push">
            <TimeAgo at={createdAt} />
          </span>
        </span>
        {(raisedBy ?? claimedBy) && (
          <span className="faint small one-line">
            {[raisedBy?.email, claimedBy && t`claimed by ${claimedBy.email}`].filter(Boolean).join(" · ")}
          </span>
        )}
      </span>
    </>
  );
}

/** An eye in the first line of an item that others look at now: the item keeps its height. */
function Viewers({ names, count }: { names: string; count: number }) {
  const text = count > 1 ? t`${names} are viewing` : t`${names} is viewing`;
  return (
    <span className="viewers" title={text}>
      <Icon of={Eye} />
      <span className="unseen">{text}</span>
    </span>
  );
}
