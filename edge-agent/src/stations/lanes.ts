import type { ContainerSource, NumberReport } from "./container-numbers.ts";
import type { Evidence, PlacedNumber } from "./passages/evidence.ts";
import { createLanePassages, type LanePassages } from "./passages/lane-passages.ts";
import type { PassageFile } from "./passages/passage-file.ts";
import type { Times } from "./passages/travel-times.ts";

type LaneSettings = {
  id: string;
  container: ContainerSource;
  positions: readonly string[];
  numberCameras: readonly string[];
};
/** A station: `lane` is null if it belongs to none; its container is then the station's. */
type Member = {
  id: string;
  lane: string | null;
  position: string | undefined;
  container: ContainerSource;
  numberCameras: readonly string[];
  /** True if it sees loads come and leave; false if it takes single pictures. */
  followsLoads: boolean;
  /** Usual times until a vehicle comes to it, as the configuration states them. */
  usualTimes: Times;
};
type Settings = { lanes: readonly LaneSettings[]; stations: readonly Member[] };

/** Lane or station for which a number is reported. */
export type NumberTarget = { lane: string } | { station: string };
export type AnnounceResult =
  | { ok: true }
  | { ok: false; reason: "unknown" | "invalid" | "fixed" | "contradictory"; message: string };

/** Stations that the same containers pass; a station without a lane is a lane by itself. */
export type Lane = {
  /** Its name in the file of passages: that of a lane, or of a station without one. */
  key: string;
  id: string;
  positions: readonly string[];
  /** The position that each station sees. */
  stationIds: ReadonlyMap<string, string | undefined>;
  source: ContainerSource;
  passages: LanePassages;
};

/** Opens the lanes of the configuration, with the passages from before the start. */
export function openLanes(settings: Settings, file: PassageFile, nowMs: () => number) {
  const save = () => file.write(new Map(lanes.map(({ key, passages }) => [key, passages.evidence()])));
  const lanes = layOut(settings, file.read(), { nowMs, changed: save });
  const find = (target: NumberTarget): Lane | undefined =>
    "lane" in target
      ? lanes.find(({ key }) => key === laneKey(target.lane))
      : lanes.find(({ stationIds }) => stationIds.has(target.station));

  return {
    find,
    ofStation({ id }: { id: string }): Lane {
      const lane = lanes.find(({ stationIds }) => stationIds.has(id));
      if (!lane) throw new Error(`station ${id} has no lane`);
      return lane;
    },
    /** The lane that numbers were reported for, with the position that each of them holds for. */
    place<Report extends Pick<NumberReport, "containerNumber" | "position">>(
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
  };
}

type Keeping = { nowMs: () => number; changed: () => void };

function layOut({ lanes, stations }: Settings, before: ReadonlyMap<string, Evidence[]>, keeping: Keeping): Lane[] {
  const open = (
    key: string,
    { id, container: source, positions, numberCameras }: LaneSettings,
    members: readonly Member[],
  ) => {
    const followsVehicles = numberCameras.length > 0 || members.some(({ followsLoads }) => followsLoads);
    const usualTimes = new Map(members.map((one) => [one.id, one.usualTimes]));
    const rules = { ...(source.kind === "fixed" ? UNUSED : source), followsVehicles, usualTimes };
    const passages = createLanePassages({ rules, before: before.get(key) ?? [], ...keeping });
    return { key, id, positions, source, stationIds: new Map(members.map((one) => [one.id, one.position])), passages };
  };
  const membersOf = (id: string) => stations.filter(({ lane }) => lane === id);
  return [
    ...lanes.map((lane) => open(laneKey(lane.id), lane, membersOf(lane.id))),
    ...membersWithoutLane(stations).map((station) => open(station.id, { ...station, positions: [] }, [station])),
  ];
}

const membersWithoutLane = (stations: readonly Member[]) => stations.filter(({ lane }) => lane === null);

/** The rules of a lane whose container is fixed. */
const UNUSED = { expiresAfterMs: 0, waitMs: 0, severalLoads: false, announcedAfterLoads: false };

/** A lane with a fixed container keeps it: another number would be reported, and its scans not belong to it. */
function findFixed({ id, source }: Lane, reports: readonly PlacedNumber[]): string | null {
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
