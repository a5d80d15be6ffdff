import { gapsOf, shownPart } from "./gaps.ts";
import { GONE_MS, INTERVAL_MS } from "./look-at-numbers.ts";
import type { GateKind, GateSchedule, Vehicle } from "./gate-schedule.ts";

type Lane = Pick<GateSchedule, "kind" | "gaps" | "restart" | "readingMs">;

/** Changes what is seen of vehicles so that the lane holds to the facts at the head of `arrange-passages.ts`. */
export function keepFacts(vehicles: readonly Vehicle[], lane: Lane): Vehicle[] {
  const { kind, restart, readingMs } = lane;
  const kept: Vehicle[] = [];
  // Until then, the camera may be reading a picture of a vehicle before, and take no other one.
  let busyUntilMs = 0;
  for (const [at, vehicle] of vehicles.entries()) {
    const before = kept.at(-1);
    const { reading } = vehicle;
    const isMissed = reading !== null && reading.toMs < busyUntilMs;
    const isUnnoticed = isMissed || isReadWithNext(vehicle, vehicles[at + 1], readingMs);
    if (reading) busyUntilMs = reading.toMs + readingMs;
    const loads = vehicle.loads.filter((load) => shownPart(load, gapsOf(lane, load.station)) !== null);
    const isUnseen = loads.length === 0 || isDuring(vehicle, restart);
    const own = { ...vehicle, loads, messages: isUnseen ? inTime(vehicle, kind) : vehicle.messages };
    // Nothing may have been seen of a vehicle that was in the lane while the agent was stopped.
    const isHidden = before && isDuring(before, restart);
    // A load has left for a station with the last picture that it gives of it.
    const shown = loads.map((load) => ({ ...load, ...shownPart(load, gapsOf(lane, load.station)) }));
    const seen = noticed(
      isUnnoticed ? { ...own, loads: shown, reading: null } : { ...own, loads: shown },
      isHidden ? { ...before, loads: [], messages: [] } : before,
      kind,
    );
    kept.push({ ...seen, loads: seen.loads.length === 0 ? [] : loads, reading });
  }
  return kept;
}

/**
 * True for a number that may stay unread, and is followed so closely that the next one is read as if it were the same.
 * The first look at a number may be blurred, and a camera that reads slowly may take no other one.
 */
function isReadWithNext({ reading, readingResult }: Vehicle, next: Vehicle | undefined, readingMs: number): boolean {
  if (!reading || (next?.reading?.fromMs ?? Infinity) - reading.toMs >= GONE_MS) return false;
  return readingResult === "unread" || reading.toMs - reading.fromMs < readingMs + INTERVAL_MS;
}

const isDuring = ({ inLane }: Vehicle, restart: GateSchedule["restart"]): boolean =>
  restart !== null && inLane.toMs > restart.atMs && inLane.fromMs < restart.atMs + restart.downMs;

/** True where a number is noticed before the first load of its vehicle has left. */
function isKnownInTime({ loads, reading, messages, leftMs }: Vehicle): boolean {
  const firstMs = Math.min(leftMs, ...loads.map(({ toMs }) => toMs));
  return [...messages.map(({ atMs }) => atMs), ...(reading ? [reading.fromMs] : [])].some((atMs) => atMs <= firstMs);
}

/** The announcements before a vehicle has left, in a lane that is not set up for those that come afterwards. */
const inTime = ({ messages, leftMs }: Vehicle, kind: GateKind): Vehicle["messages"] =>
  messages.filter(({ atMs }) => kind === "message-after" || atMs <= leftMs);

/** Something of each vehicle is noticed, and one without a load and one without a number do not follow each other. */
function noticed(vehicle: Vehicle, before: Vehicle | undefined, kind: GateKind): Vehicle {
  const { loads, messages } = vehicle;
  const isLost = loads.length === 0;
  const isUnnumbered = kind === "message-after" ? messages.length === 0 : !isKnownInTime(vehicle);
  if (isUnnumbered) {
    return isLost || before?.loads.length === 0 ? { ...vehicle, loads: [], messages: [], pictures: [] } : vehicle;
  }
  const isAfter = kind === "message-after" && before?.messages.length === 0 && isLost;
  return isAfter ? { ...vehicle, messages: [], pictures: [] } : vehicle;
}
