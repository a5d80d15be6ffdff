import type { Logger } from "../base/logger.ts";
import { readAnnouncements, writeAnnouncements } from "./announcement-file.ts";
import {
  type Announcement,
  type ContainerSource,
  createLaneContainers,
  type LaneContainers,
  type PlacedNumber,
} from "./container-numbers.ts";

type LaneSettings = { id: string; container: ContainerSource; positions: readonly string[] };
/** A station: `lane` is null if it belongs to none; its container is then the station's. */
type Member = { id: string; lane: string | null; position: string | undefined; container: ContainerSource };
type Settings = { lanes: readonly LaneSettings[]; stations: readonly Member[] };

/** Lane or station for which a number is reported. */
export type NumberTarget = { lane: string } | { station: string };
export type AnnounceResult = { ok: true } | { ok: false; reason: "unknown" | "invalid" | "fixed"; message: string };

/** Stations that the same containers pass; a station without a lane is a lane by itself. */
export type Lane = {
  /** Its name in the file of announcements: that of a lane, or of a station without one. */
  key: string;
  id: string;
  positions: readonly string[];
  /** The position that each station sees. */
  stationIds: ReadonlyMap<string, string | undefined>;
  containers: LaneContainers;
};

/**
 * Opens the lanes of the configuration, with the announcements from before the start; none if the file is missing or
 * broken: a number can be announced again.
 */
export function openLanes(settings: Settings, file: string, logger: Logger) {
  const lanes = layOut(settings, readAnnouncements(file));
  const find = (target: NumberTarget): Lane | undefined =>
    "lane" in target
      ? lanes.find(({ key }) => key === laneKey(target.lane))
      : lanes.find(({ stationIds }) => stationIds.has(target.station));

  return {
    ofStation({ id }: { id: string }): Lane {
      const lane = lanes.find(({ stationIds }) => stationIds.has(id));
      if (!lane) throw new Error(`station ${id} has no lane`);
      return lane;
    },
    /** The lane that numbers were reported for, with the position that each of them holds for. */
    place<Report extends PlacedNumber>(
      target: NumberTarget,
      reports: readonly Report[],
    ): { ok: true; lane: Lane; reports: Report[] } | (AnnounceResult & { ok: false }) {
      const lane = find(target);
      if (!lane) {
        const [kind, id] = "lane" in target ? ["lane", target.lane] : ["station", target.station];
        return { ok: false, reason: "unknown", message: `unknown ${kind} "${id}"` };
      }
      const seen = "station" in target ? lane.stationIds.get(target.station) : undefined;
      const placed = reports.map((report) => ({ ...report, position: report.position ?? seen }));
      const fixed = findFixed(lane, placed);
      if (fixed !== null) return { ok: false, reason: "fixed", message: fixed };
      const problem = findProblem(lane, placed);
      return problem === null
        ? { ok: true, lane, reports: placed }
        : { ok: false, reason: "invalid", message: problem };
    },
    /** Replaces the file; a failure is logged. */
    save(): void {
      const announced = lanes.flatMap((lane) =>
        [...lane.containers.announcements()].map(([position, announcement]): [string, Announcement] => [
          join(lane.key, position),
          announcement,
        ]),
      );
      try {
        writeAnnouncements(file, new Map(announced));
      } catch (error) {
        logger.warn({ file, err: error }, "the announced container could not be saved; it is lost at a restart");
      }
    },
  };
}

function layOut({ lanes, stations }: Settings, before: ReadonlyMap<string, Announcement>): Lane[] {
  const membersOf = (members: readonly Member[]) => new Map(members.map(({ id, position }) => [id, position] as const));
  const shared = lanes.map(({ id, container, positions }) => ({
    key: laneKey(id),
    id,
    positions,
    stationIds: membersOf(stations.filter(({ lane }) => lane === id)),
    containers: createLaneContainers(container, restore(before, laneKey(id))),
  }));
  const own = stations
    .filter(({ lane }) => lane === null)
    .map((station) => ({
      key: station.id,
      id: station.id,
      positions: [],
      stationIds: membersOf([station]),
      containers: createLaneContainers(station.container, restore(before, station.id)),
    }));
  return [...shared, ...own];
}

/** A lane with a fixed container keeps it: another number would be reported, and its scans not belong to it. */
function findFixed({ id, containers: { source } }: Lane, reports: readonly PlacedNumber[]): string | null {
  if (source.kind !== "fixed" || reports.every((report) => report.containerNumber === source.containerNumber))
    return null;
  return `the container of ${id} is fixed to ${source.containerNumber} in the configuration; set container: { identified: {} } there to announce others`;
}

function findProblem({ id, positions }: Lane, reports: readonly PlacedNumber[]): string | null {
  const given = reports.map(({ position }) => position);
  const unknown = given.find((position) => position !== undefined && !positions.includes(position));
  if (unknown !== undefined) {
    const known = positions.length === 0 ? "it has none" : `its positions: ${positions.join(", ")}`;
    return `"${unknown}" is not a position of ${id}; ${known}`;
  }
  return new Set(given).size === given.length ? null : "give each of several containers a position of its own";
}

/** No name contains a colon. */
const laneKey = (id: string) => `lane:${id}`;
const join = (key: string, position: string) => (position === "" ? key : `${key}:${position}`);

function restore(before: ReadonlyMap<string, Announcement>, key: string): Map<string, Announcement> {
  const own = [...before].filter(([name]) => name === key || name.startsWith(`${key}:`));
  return new Map(own.map(([name, announcement]) => [name.slice(key.length + 1), announcement]));
}
