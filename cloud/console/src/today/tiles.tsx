import type { Statistics } from "@container-inspection/shared-schemas/statistics";
import { t } from "@lingui/core/macro";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useIsSupervisor } from "../api/me.ts";
import { useFleetFaults } from "../cameras/cameras-api.ts";
import { useFacets } from "../containers/facets-api.ts";
import { wordOf } from "../language/words.ts";
import { shortTotal } from "../ui/list-total.tsx";
import { counted, durationOf, type Measure } from "./counted.ts";
import type { RangeName } from "./range.ts";
import { useNewest } from "./today-api.ts";

type Props = {
  counts: Statistics["total"];
  /** Those of the range before; undefined while they are read. */
  former: Statistics["total"] | undefined;
  name: RangeName;
};

/** The counts of a range beside those of the range before, and what is wrong now; each leads to its list. */
export function Tiles({ counts, former, name }: Props) {
  const isSupervisor = useIsSupervisor();
  const { data: faults } = useFleetFaults(isSupervisor);
  const median = counts.medianDecisionSeconds;
  const before = (measure: Measure) => former && beforeText(name, counted(measure, former));
  return (
    <dl className="tiles">
      <Tile name={t`Arrived`} to={{ to: "/containers" }} note={before("arrived")}>
        {counted("arrived", counts)}
      </Tile>
      <Tile
        name={t`Escalated`}
        to={isSupervisor ? { to: "/escalations", search: { show: "All" } } : undefined}
        note={before("escalated")}
      >
        {counted("escalated", counts)}
      </Tile>
      <Tile name={t`Held`} note={before("held")}>
        {counted("held", counts)}
      </Tile>
      <HeldNow />
      <Tile name={t`Median time to decision`}>{median === null ? "–" : durationOf(median)}</Tile>
      {faults && (
        <>
          <Faults name={t`Silent devices`} to="/devices" names={faults.silentDevices.map((device) => device.name)} />
          <Faults name={t`Low on disk space`} to="/devices" names={faults.lowDisks.map((device) => device.name)} />
          <Faults name={t`Wrong clocks`} to="/devices" names={faults.wrongClocks.map((device) => device.name)} />
          <Faults
            name={t`Faulty cameras`}
            to="/cameras"
            names={faults.faultyCameras.map(({ cameraId, name, fault }) => `${name ?? cameraId}: ${wordOf(fault)}`)}
          />
        </>
      )}
    </dl>
  );
}

const beforeText = (name: RangeName, count: number) =>
  name === "month" ? t`${count} in the 30 days before` : t`${count} a week ago`;

/** Number of containers that are held now, whenever that was decided. */
function HeldNow() {
  const { dataUpdatedAt } = useNewest();
  const { data: facets } = useFacets({ status: "HELD" }, dataUpdatedAt);
  return (
    <Tile name={t`Held now`} to={{ to: "/containers", search: { status: "HELD" } }}>
      {facets?.total ? shortTotal(facets.total) : "–"}
    </Tile>
  );
}

/** The number of faulty things, with the names of the first ones. */
const Faults = ({ name, to, names }: { name: string; to: LinkProps["to"]; names: string[] }) => (
  <Tile name={name} to={{ to }} note={names.slice(0, 3).join(", ")} isWrong={names.length > 0}>
    {names.length}
  </Tile>
);

type TileProps = {
  name: string;
  /** The list that the number counts. */
  to?: Pick<LinkProps, "to" | "search"> | undefined;
  note?: string | undefined;
  isWrong?: boolean;
  children: ReactNode;
};

const Tile = ({ name, to, note, isWrong = false, children }: TileProps) => (
  <div className={isWrong ? "card tile wrong" : "card tile"}>
    <dt className="faint">{name}</dt>
    <dd>
      <strong>{to ? <Link {...to}>{children}</Link> : children}</strong>
      {/* It keeps its room, so that the tile does not grow. */}
      <span className={isWrong ? "small" : "faint small"}>{note || "\u00a0"}</span>
    </dd>
  </div>
);
