import type { Passage } from "@container-inspection/shared-schemas/passages";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Thumbnail } from "../ui/thumbnail.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { numbersOf, pictureUrl } from "./passage-parts.ts";

const route = getRouteApi("/shell/passages");

/** The element of a passage in the list, which receives the focus when it is opened by a key. */
export const rowId = (id: string): string => `passage-${id}`;

/** Passages, each with its first picture, its number, its lane and its age. */
export function PassageList({ items, shownId }: { items: Passage[]; shownId: string | undefined }) {
  const search = route.useSearch();
  return (
    <ul className={items.length > 0 ? "card rows queue" : "queue"}>
      {items.map((item) => (
        <li key={item.id} className={item.id === shownId ? "queue-item shown" : "queue-item"}>
          <Link
            id={rowId(item.id)}
            to="/passages"
            search={{ ...search, id: item.id }}
            resetScroll={false}
            activeProps={{}}
            aria-current={item.id === shownId ? "true" : undefined}
          >
            <PassageItem passage={item} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function PassageItem({ passage }: { passage: Passage }) {
  const { deviceId, lane, firstAt, pictures } = passage;
  const [picture] = pictures;
  return (
    <>
      <Thumbnail src={picture ? pictureUrl(picture, "thumbnail") : null} width={56} height={42} />
      <span className="queue-text">
        <strong className="number one-line">{numbersOf(passage)}</strong>
        <span className="queue-line">
          <span className="faint one-line">
            <bdi>{lane?.name ?? deviceId}</bdi>
          </span>
          <span className="faint small push">
            <TimeAgo at={firstAt} />
          </span>
        </span>
      </span>
    </>
  );
}
