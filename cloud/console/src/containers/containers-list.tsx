import type { Container } from "@container-inspection/shared-schemas/containers";
import { isPlaceholderNumber } from "@container-inspection/shared-schemas/passages";
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { memo, type ReactNode, type RefObject, useMemo } from "react";
import { useCameraLanes } from "../cameras/cameras-api.ts";
import { Thumbnail } from "../ui/thumbnail.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { useKeys } from "../ui/use-keys.ts";
import { ClassChips } from "./class-chips.tsx";
import { LaneMark, NumberCheckChip, StateChips, stateClass } from "./container-chips.tsx";
import { containerQuery } from "./containers-api.ts";
import { FirstSeenHead } from "./first-seen-head.tsx";
import { thumbnailUrl } from "../pictures/picture-urls.ts";
import { inLanguage } from "../language/in-language.ts";
import { type Place, useRows } from "./use-rows.ts";

/** A container that is pointed at again within this time is not read again. */
const PRELOADED_MS = 10_000;

type Props = {
  /** The element with the rows. */
  list: RefObject<HTMLElement | null>;
  items: Container[];
  isGrid: boolean;
  /** Receives the first and the last index in view. */
  follow: (first: number, last: number) => void;
  /** Position at which the list was left. */
  place: Place | undefined;
  leave: (place: Place) => void;
  /** Number of containers in the list; undefined while its end is not known. */
  total: number | undefined;
  /** Ids of the selected containers; undefined for users who select none. */
  selected: ReadonlySet<string> | undefined;
  select: (id: string, isSelected: boolean) => void;
};

/** The containers that the window shows of a list that may be long, as table or as grid. */
export function ContainersList({ list, items, isGrid, follow, place, leave, total, selected, select }: Props) {
  const ids = useMemo(() => items.map(({ id }) => id), [items]);
  const rows = useRows({ list, ids, isGrid, follow, place, leave });
  const toggle = () => {
    const id = rows.active === undefined ? undefined : ids[rows.active];
    if (id !== undefined && selected) select(id, !selected.has(id));
  };
  useKeys({ j: () => rows.go(1), k: () => rows.go(-1), x: toggle });
  const Layout = isGrid ? Grid : Table;
  const Item = isGrid ? Card : Row;
  return (
    <Layout rows={rows} total={total} isSelectable={selected !== undefined}>
      {rows.shown.flatMap(({ index, key, place: at }) => {
        const container = items[index];
        if (!container) return [];
        const isSelected = selected?.has(container.id);
        return [<Item key={key} at={at} index={index} {...{ container, isSelected, select, total }} />];
      })}
    </Layout>
  );
}

type Rows = ReturnType<typeof useRows>;
type LayoutProps = Pick<Props, "total"> & { rows: Rows; isSelectable: boolean; children: ReactNode };

function Table({ rows, total, isSelectable, children }: LayoutProps) {
  return (
    <div
      role="table"
      aria-label={t`Containers`}
      aria-rowcount={total === undefined ? -1 : total + 1}
      className={isSelectable ? "card explore-table with-boxes" : "card explore-table"}
    >
      <div role="rowgroup" className="explore-head">
        <div role="row" aria-rowindex={1} className="explore-cells">
          {isSelectable && (
            <span role="columnheader">
              <span className="unseen">{t`Selected`}</span>
            </span>
          )}
          <span role="columnheader">
            <span className="unseen">{t`Picture`}</span>
          </span>
          <span role="columnheader">{t`Match`}</span>
          <span role="columnheader">{t`Number`}</span>
          <span role="columnheader">{t`Status`}</span>
          <span role="columnheader" className="row-gate">{t`Lane`}</span>
          <span role="columnheader" className="row-papers">{t`Papers`}</span>
          <span role="columnheader">{t`Reason and load`}</span>
          <span role="columnheader" className="row-time">{t`Arrived`}</span>
          <FirstSeenHead />
        </div>
      </div>
      <div role="rowgroup" className="explore-rows" ref={rows.setList} {...rows.list}>
        {children}
      </div>
    </div>
  );
}

const Grid = ({ rows, children }: LayoutProps) => (
  <ul className="explore-grid" aria-label={t`Containers`} ref={rows.setList} {...rows.list}>
    {children}
  </ul>
);

type ItemProps = {
  container: Container;
  at: Rows["shown"][number]["place"];
  index: number;
  total: number | undefined;
  isSelected: boolean | undefined;
  select: Props["select"];
};

function Row({ container, at, index, isSelected, select }: ItemProps) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={`explore-cells explore-row ${stateClass(container.status)}`}
      {...at}
    >
      <RowCells container={container} isSelected={isSelected} select={select} />
    </div>
  );
}

type ContentProps = Pick<ItemProps, "container" | "isSelected" | "select">;

// Scrolling moves the rows, and changes nothing in them.
const RowCells = memo(function RowCells({ container, isSelected, select }: ContentProps) {
  return (
    <>
      {isSelected !== undefined && (
        <span role="cell">
          <SelectBox {...{ container, isSelected, select }} />
        </span>
      )}
      <span role="cell" className="row-picture">
        <Picture container={container} />
      </span>
      <span role="cell" className="row-lane">
        {container.visit.lane && <LaneMark lane={container.visit.lane} />}
      </span>
      <span role="cell" className="row-number">
        <NumberLink container={container} />
        {!isPlaceholderNumber(container.containerNumber) && <NumberCheckChip check={container.numberCheck} />}
        {container.sizeType && <span className="row-size faint small">{container.sizeType}</span>}
      </span>
      <span role="cell" className="row-status">
        <StateChips container={container} />
      </span>
      <span role="cell" className="row-gate faint one-line">
        <GateLane cameraId={container.categoryScan?.cameraId} />
      </span>
      <span role="cell" className="row-papers faint one-line">
        {papersOf(container.manifestIds.length)}
      </span>
      <span role="cell" className="row-load">
        <Why container={container} />
        <ToReview container={container} />
        <Load container={container} />
      </span>
      <span role="cell" className="row-time faint">
        <TimeAgo at={container.visit.openedAt} />
      </span>
      <span role="cell" className="row-time row-first faint">
        <TimeAgo at={container.createdAt} />
      </span>
    </>
  );
});

function Card({ container, at, index, total, isSelected, select }: ItemProps) {
  return (
    <li aria-posinset={index + 1} aria-setsize={total ?? -1} {...at}>
      <CardContent container={container} isSelected={isSelected} select={select} />
    </li>
  );
}

const CardContent = memo(function CardContent({ container, isSelected, select }: ContentProps) {
  return (
    <div className={`card container-card ${stateClass(container.status)}`}>
      <Picture container={container} />
      <div className="card-line">
        {isSelected !== undefined && <SelectBox {...{ container, isSelected, select }} />}
        <NumberLink container={container} />
      </div>
      <div className="card-states">
        <StateChips container={container} />
      </div>
      <div className="card-load">
        {isStanding(container) ? <Why container={container} /> : <Load container={container} />}
      </div>
      <ToReview container={container} />
      <span className="faint small">
        <Scanned container={container} />
      </span>
    </div>
  );
});

const SelectBox = ({ container, isSelected, select }: ContentProps) => (
  <label className="tick">
    <input
      type="checkbox"
      aria-label={t`Select ${container.containerNumber}`}
      checked={isSelected}
      onChange={({ target }) => select(container.id, target.checked)}
    />
  </label>
);

const Picture = ({ container: { id, categoryScan } }: { container: Container }) => (
  <Thumbnail src={categoryScan && thumbnailUrl(id, categoryScan.scanId)} width={320} height={240} />
);

/** The gate lane of the camera that saw the load; nothing for a camera without one. */
function GateLane({ cameraId }: { cameraId: string | null | undefined }) {
  const { data: lanes } = useCameraLanes();
  return cameraId ? lanes?.get(cameraId) : undefined;
}

const papersOf = (count: number) =>
  count === 0 ? t`No manifest` : plural(count, { one: "# manifest", other: "# manifests" });

/** The link to a container, which is read while it is pointed at. */
function NumberLink({ container: { id, containerNumber } }: { container: Container }) {
  const queries = useQueryClient();
  const preload = () => void queries.prefetchQuery({ ...containerQuery(id), staleTime: PRELOADED_MS });
  return (
    <Link to="/containers/$id" params={{ id }} className="number" title={containerNumber} onPointerEnter={preload}>
      {containerNumber}
    </Link>
  );
}

type Standing = Container & { standing: NonNullable<Container["standing"]> };

/** True for a container that must not pass. */
const isStanding = (container: Container): container is Standing =>
  container.standing != null && container.standing.kind !== "clear";

/** The reason why a container must not pass, in one line, whose full text the pointer shows. */
function Why({ container }: { container: Container }) {
  if (!isStanding(container)) return null;
  const { kind } = container.standing;
  const grounds = inLanguage(container.standing.grounds, container.standing.groundsPhrase);
  return (
    <span className={kind === "hold" ? "row-why row-why-hold" : "row-why"} title={grounds}>
      <bdi>{grounds}</bdi>
    </span>
  );
}

/** Age and owner of a yellow container, which waits for a review until a user decides; nothing for others. */
function ToReview({ container: { status, visit, owner } }: { container: Container }) {
  if (status !== "SCANNED" || visit.lane !== "yellow" || visit.laneSince === null) return null;
  return (
    <span className="row-why" title={owner.email}>
      <Trans>
        became yellow <TimeAgo at={visit.laneSince} />, with <bdi>{owner.email}</bdi>
      </Trans>
    </span>
  );
}

const Load = ({ container: { categoryScan } }: { container: Container }) =>
  categoryScan ? (
    <ClassChips summary={categoryScan.summary} />
  ) : (
    <span className="faint">{t`no picture of the load yet`}</span>
  );

const Scanned = ({ container: { categoryScan } }: { container: Container }) =>
  categoryScan && <TimeAgo at={categoryScan.timestamp} />;
