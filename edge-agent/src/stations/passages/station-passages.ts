import type { ContainerSource } from "../container-numbers.ts";
import type { Load } from "./evidence.ts";
import type { LanePassages } from "./lane-passages.ts";
import type { Naming } from "./name-load.ts";
import { passagePlaceholder } from "./placeholder-number.ts";
import { type Times, UNKNOWN_TIMES } from "./travel-times.ts";

/** The passages of a lane as one of its stations needs them. */
export type StationPassages = {
  /** Time that a load waits for its number. */
  waitMs: number;
  /** Position of the station's containers on their vehicle, as records state it. */
  position: string | undefined;
  /** Reports a load; a later report of the same id replaces it. */
  see(load: Omit<Load, "kind" | "station">): void;
  /** Returns what is known of the container of a load; null for a load that is forgotten. */
  name(loadId: string): Naming | null;
  /** Notes that a load was scanned, see `LanePassages`. */
  noteScan(loadId: string, capturedAtMs: number): void;
  /** Returns the number of the containers of an unidentified passage. */
  placeholder(passageId: string): string;
  /** Returns the passage of the newest vehicle if a number is known as its own. */
  newestOf(containerNumber: string): string | null;
  /** Returns the number that a load would get now; undefined while none is known. */
  nextNumber(): string | undefined;
  /** The usual times until a vehicle comes to the station, null where they are not known. */
  usualTimes(): Times;
};

type StationParts = {
  deviceId: string;
  lane: { id: string; source: ContainerSource; passages: LanePassages };
  station: { id: string; position: string | undefined };
};

/** Returns the passages of a station; a station with a fixed container has none. */
export function createStationPassages({ deviceId, lane, station }: StationParts): StationPassages {
  const { id, source, passages } = lane;
  const { position } = station;
  const placeholder = (passageId: string) => passagePlaceholder(deviceId, id, passageId);
  if (source.kind === "fixed") {
    const { containerNumber } = source;
    const naming = { passageId: undefined, containerNumber };
    const nextNumber = () => containerNumber;
    const nothing = () => {};
    return {
      waitMs: 0,
      position: undefined,
      see: nothing,
      name: () => naming,
      noteScan: nothing,
      newestOf: () => null,
      placeholder,
      nextNumber,
      usualTimes: () => UNKNOWN_TIMES,
    };
  }
  return {
    waitMs: source.waitMs,
    position,
    see: (load) => passages.see({ ...load, kind: "load", station: station.id }),
    name: (loadId) => passages.nameLoad(loadId, position),
    noteScan: (loadId, capturedAtMs) => passages.noteScan(loadId, capturedAtMs),
    newestOf: (containerNumber) => passages.newestOf(containerNumber),
    placeholder,
    nextNumber: () => passages.nextNumber(station.id, position) ?? undefined,
    usualTimes: () => passages.usualTimes(station.id),
  };
}
