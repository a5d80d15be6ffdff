import type { NumberEvidence } from "../reading/number-evidence.ts";

/** Source of the container number of a station's scans. */
export type ContainerSource =
  | { kind: "fixed"; containerNumber: string }
  | { kind: "identified"; expiresAfterMs: number; waitMs: number };

/** A container number that was announced for a station. */
export type Announcement = { containerNumber: string; announcedAtMs: number };

/** A number that a gate system, an operator or a reader of numbers reports for a lane. */
export type NumberReport = {
  containerNumber: string;
  /** Channel of the report: a request to the agent's HTTP server, an MQTT message, or a number camera. */
  source: "http" | "mqtt" | "camera";
  /** 0..1; undefined where it is not known. */
  confidence?: number | undefined;
  /** Position of the container on its vehicle; undefined: the number holds for every position of the lane. */
  position?: string | undefined;
  /** Evidence from which a number camera read it. */
  evidence?: NumberEvidence | undefined;
};

/** The container that a station sees: what its scans are named after. */
export type ContainerAtStation = {
  source: ContainerSource;
  /** Undefined while no number is known. Wall-clock milliseconds. */
  current(nowMs: number): string | undefined;
};

export type PlacedNumber = Pick<NumberReport, "containerNumber" | "position">;

/** The key of the announcement for all positions. */
const EVERYWHERE = "";

/**
 * Keeps the containers in one lane: always the same, or the ones announced last, until others are announced or they
 * expire. An announcement from the future (the clock was set back) counts as fresh. `before` holds the announcements
 * from before the start, by position.
 */
export function createLaneContainers(source: ContainerSource, before: ReadonlyMap<string, Announcement> = new Map()) {
  let announced = new Map(before);
  const isFresh = ({ announcedAtMs }: Announcement, expiresAfterMs: number, nowMs: number) =>
    nowMs - announcedAtMs < expiresAfterMs;
  return {
    source,
    /** Returns the container that a station at this position sees; undefined: at any. */
    at: (position?: string): ContainerAtStation => ({
      source,
      current(nowMs) {
        if (source.kind === "fixed") return source.containerNumber;
        const found = announced.get(position ?? EVERYWHERE) ?? announced.get(EVERYWHERE);
        return found && isFresh(found, source.expiresAfterMs, nowMs) ? found.containerNumber : undefined;
      },
    }),
    /**
     * Takes the numbers of one vehicle. Several together, or one without a position, replace all that was announced
     * before; one with a position replaces that position's only.
     */
    announce(reports: readonly PlacedNumber[], announcedAtMs: number): void {
      const isPart = reports.length === 1 && reports[0]?.position !== undefined;
      if (!isPart) announced = new Map();
      for (const { containerNumber, position } of reports) {
        announced.set(position ?? EVERYWHERE, { containerNumber, announcedAtMs });
      }
    },
    /** Returns the announcements by position; the empty one is the announcement for all. */
    announcements: (): ReadonlyMap<string, Announcement> => announced,
  };
}
export type LaneContainers = ReturnType<typeof createLaneContainers>;

/**
 * The number of a scan of an unidentified container: one per load, so that an operator can correct each of them later.
 * `UNIDENTIFIED-gate-1-20261018-101500` (UTC).
 */
export function placeholderNumber(stationId: string, capturedAtMs: number): string {
  const [date = "", time = ""] = new Date(capturedAtMs).toISOString().split("T");
  return `UNIDENTIFIED-${stationId}-${date.replaceAll("-", "")}-${time.slice(0, 8).replaceAll(":", "")}`;
}
