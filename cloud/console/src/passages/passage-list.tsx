import type { Passage } from "@container-inspection/shared-schemas/passages";
import { getRouteApi, Link } from "@tanstack/react-router";
import { TimeAgo } from "../ui/time-ago.tsx";
import { numbersOf, pictureUrl } from "./passage-parts.ts";

const route = getRouteApi("/shell/passages");

/** The element of a passage in the list, which receives the focus when it is opened by a key. */
export const rowId = (id: string): string => `passage-${id}`;

/** Passages, each with its first picture, its number, its lane and its age. */
export function PassageList({ items, shownId }: { items: Passage[]; shownId: string | undefined }) {
  const search = route.useSearch();
  return (
    <ul className="queue">
      {items.map((item) => (
        <li key={item.id} className={item.id === shownId ? "card queue-item shown" : "card queue-item"}>
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
      {picture ? (
        <img src={pictureUrl(picture, "thumbnail")} alt="" loading="lazy" width="72" height="54" />
      ) : (
        <span className="queue-no-picture" />
      )}
      <span>
        <strong className="number">{numbersOf(passage)}</strong>
        <span className="faint small">
          <TimeAgo at={firstAt} /> · <bdi>{lane?.name ?? deviceId}</bdi>
        </span>
      </span>
    </>
  );
}
