import type { Random } from "../../power-cut/random.ts";
import type { GateSchedule, Vehicle } from "./gate-schedule.ts";
import type { GateEvent, Reads } from "./observe-gate.ts";

export const INTERVAL_MS = 500;
const TICK_MS = 1_000;
/** The time without a look or a picture after which a vehicle has left. */
export const GONE_MS = 3_000;

/**
 * The pictures of the lane's number camera that show a number, one after the other. Each of several containers is in
 * view in turn. The first look at a number is from afar, and some of these show none that both networks agree on.
 */
export function lookAtNumbers({ vehicles, readingMs, hasPositions }: GateSchedule, random: Random) {
  const events: GateEvent[] = [];
  const reads: Reads = [];
  let freeMs = 0;
  for (const vehicle of vehicles) {
    if (!vehicle.reading) continue;
    const { fromMs, toMs } = vehicle.reading;
    const latencyMs = (0.5 + 0.5 * random.next()) * readingMs;
    const emptyMs = fromMs - INTERVAL_MS;
    if (emptyMs > freeMs) events.push({ atMs: emptyMs + latencyMs, kind: "look", takenMs: emptyMs, looks: [] });
    const isBlurred = !hasPositions && random.chance(0.1);
    for (let takenMs = Math.max(fromMs, freeMs); takenMs <= toMs; takenMs = Math.max(takenMs + INTERVAL_MS, freeMs)) {
      freeMs = takenMs + latencyMs;
      reads.push({ fromMs: takenMs, toMs: freeMs });
      const isFirst = takenMs < fromMs + INTERVAL_MS;
      const look = lookAt(vehicle, { takenMs, isBlurred: isBlurred && isFirst });
      events.push({ atMs: freeMs, kind: "look", takenMs, looks: [look] });
    }
    for (let sinceMs = GONE_MS; sinceMs <= GONE_MS + 2 * TICK_MS; sinceMs += TICK_MS) {
      events.push({ atMs: freeMs + sinceMs + 1, kind: "tick" });
    }
  }
  return { events, reads };
}

function lookAt(vehicle: Vehicle, { takenMs, isBlurred }: { takenMs: number; isBlurred: boolean }) {
  const { numbers, reading, readingResult } = vehicle;
  const { fromMs, toMs } = reading ?? vehicle.inLane;
  const share = (takenMs - fromMs) / (toMs - fromMs);
  const number = numbers[Math.min(numbers.length - 1, Math.floor(share * numbers.length))] ?? "";
  const isUnread = isBlurred || readingResult === "unread";
  const text = isUnread ? `BLUR${number}` : readingResult === "misread" ? `WRNG${number}` : number;
  const chance = isUnread ? 0.5 : 0.99;
  const candidates = [{ text, chance, charactersLog: 0, linesLogs: [0] }];
  return {
    cameraId: "left",
    capturedAtMs: takenMs,
    place: { candidates, characters: [], sizeType: null, isAgreed: !isUnread, confidence: chance },
  };
}
