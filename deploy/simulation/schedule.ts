import { createRandom, type Random } from "../power-cut/random.ts";

/** Fault of a record itself, until the cloud or the proxy is upgraded. */
type RecordFault = "none" | "refused" | "fails" | "too-large" | "no-route";

export type CaptureStep = {
  atMs: number;
  camera: number;
  kind: "category-scan" | "evidence" | "identify" | "stream-events";
  /** Time in ms for which a scan waits for its number; null if it does not wait. */
  numberedAfterMs: number | null;
  /** Number of stream events; `hasInvalidEvent` is true if the first one is invalid. */
  events: number;
  hasInvalidEvent: boolean;
  fault: RecordFault;
};

/** Faults of the network, and of systems in it, for a request; `effect`: the cloud gets the request all the same. */
const FAULTS = [
  "refused", "unresolved", "black-hole", "reset-before", "reset-after-effect", "lost-reply", "truncated-reply",
  "portal", "portal-json", "redirect", "bad-gateway", "unavailable", "too-many", "request-timeout", "internal-error",
  "too-large-for-all", "unknown-route", "replayed", "late-copy", "slow", "conflict", "uncertain-commit",
] as const; // prettier-ignore
export type Fault = (typeof FAULTS)[number];

/** A time in which a share of the requests meets a fault. */
type Weather = { fault: Fault; fromMs: number; toMs: number; share: number };

type Crash =
  /**
   * Kill of the agent at a moment, or before or after the n-th call of the outbox or the network since the
   * beginning.
   */
  | { side: "agent"; at: { ms: number } | { call: number; when: "before" | "after" }; downMs: number }
  /** An orderly stop. */
  | { side: "agent-stops"; at: { ms: number }; downMs: number }
  /** One of two processes; at a moment, or at the n-th of its calls to the database. */
  | { side: "cloud"; process: 0 | 1; at: { ms: number } | { call: number }; downMs: number };

/** All that happens in one run; the seed also decides the delays. */
export type Schedule = {
  seed: number;
  captures: CaptureStep[];
  weather: Weather[];
  crashes: Crash[];
  clockJumps: { atMs: number; byMs: number }[];
  /**
   * Time from which the cloud refuses the first key, and the delay until the device has the second one; null for no
   * change.
   */
  keyChange: { atMs: number; knownAfterMs: number } | null;
  /** Time at which the faults of single records are fixed, and the parked records are retried; null for never. */
  upgradeAtMs: number | null;
  hasSecondAddress: boolean;
};

/** Number of occurrences of each fault in some schedules. */
export type FaultCounts = Record<string, number>;

/** The faults of a schedule, one name for each time. */
export function faultsOf({ captures, weather, crashes, clockJumps, keyChange }: Schedule): FaultCounts {
  const names = [
    ...weather.map(({ fault }) => fault),
    ...crashes.map(
      ({ side }) => ({ agent: "agent-killed", "agent-stops": "agent-stopped", cloud: "cloud-killed" })[side],
    ),
    ...clockJumps.map(() => "clock-jump"),
    ...(keyChange === null ? [] : ["key-change"]),
    ...captures.flatMap(({ fault }) => (fault === "none" ? [] : [`record-${fault}`])),
    ...captures.flatMap(({ hasInvalidEvent }) => (hasInvalidEvent ? ["invalid-event"] : [])),
  ];
  return Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));
}

/** Adds counts to a sum. */
export function addFaults(sum: FaultCounts, counts: FaultCounts): void {
  for (const [name, times] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + times;
}

/** The end of all faults but those of single records, milliseconds. */
export const HEALED_AT_MS = 20 * 60_000;

/** Half of the records are scans. */
const KINDS: [CaptureStep["kind"], ...CaptureStep["kind"][]] = [
  "category-scan", "category-scan", "category-scan", "identify", "evidence", "stream-events",
]; // prettier-ignore

/** A number that depends on all of these and on nothing else. */
export function seedOf(...numbers: readonly number[]): number {
  let mixed = 0x9e3779b9;
  for (const number of numbers) {
    mixed = Math.imul(mixed ^ (number | 0), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    mixed ^= mixed >>> 16;
  }
  return mixed >>> 0;
}

/** The schedule of a seed: most are small, as most bugs need few events, and some are crowded. */
export function makeSchedule(seed: number): Schedule {
  const random = createRandom(seedOf(seed, 1));
  const isCrowded = random.chance(0.03);
  const count = (usual: number, crowded: number) => random.below((isCrowded ? crowded : usual) + 1);
  const list = <Item>(length: number, make: (index: number) => Item) =>
    Array.from({ length }, (_, index) => make(index));
  const spanMs = random.pick([200, 3_000, 60_000, 10 * 60_000]);
  return {
    seed,
    captures: list(1 + count(3, 30), () => makeCapture(random, spanMs)),
    weather: list(count(2, 5), () => makeWeather(random, spanMs)),
    crashes: list(count(2, 4), () => makeCrash(random, spanMs)),
    clockJumps: list(random.chance(0.1) ? 1 : 0, () => ({
      atMs: random.below(spanMs),
      byMs: random.pick([-20 * 365 * 86_400_000, -3_600_000, 30 * 86_400_000]),
    })),
    keyChange: random.chance(0.05) ? { atMs: random.below(spanMs), knownAfterMs: random.below(120_000) } : null,
    upgradeAtMs: random.chance(0.3) ? HEALED_AT_MS + random.below(3_600_000) : null,
    hasSecondAddress: random.chance(0.1),
  };
}

function makeCapture(random: Random, spanMs: number): CaptureStep {
  const kind = random.pick<CaptureStep["kind"]>(KINDS);
  const isScan = kind === "category-scan" || kind === "evidence";
  return {
    atMs: random.below(spanMs),
    camera: random.below(random.pick([1, 1, 3])),
    kind,
    numberedAfterMs: isScan && random.chance(0.1) ? random.below(spanMs) : null,
    events: kind === "stream-events" ? 1 + random.below(3) : 0,
    hasInvalidEvent: kind === "stream-events" && random.chance(0.1),
    fault:
      kind !== "stream-events" && random.chance(0.012)
        ? random.pick(["refused", "refused", "fails", "too-large", "no-route"])
        : "none",
  };
}

function makeWeather(random: Random, spanMs: number): Weather {
  const fromMs = random.below(spanMs);
  const lengthMs = random.pick([spanMs, spanMs / 4, 5_000, 5 * 60_000]);
  return {
    fault: random.pick(FAULTS),
    fromMs,
    toMs: Math.min(HEALED_AT_MS, fromMs + lengthMs),
    share: random.pick([1, 0.8, 0.5, 0.2]),
  };
}

function makeCrash(random: Random, spanMs: number): Crash {
  const downMs = random.pick([1, 500, 5_000, 60_000]);
  const atMs = { ms: random.below(spanMs * 2) };
  if (random.chance(0.1)) return { side: "agent-stops", at: atMs, downMs };
  if (random.chance(0.6)) {
    const atCall = { call: 1 + random.below(60), when: random.pick(["before", "after"] as const) };
    return { side: "agent", at: random.chance(0.8) ? atCall : atMs, downMs };
  }
  const at = random.chance(0.8) ? { call: 1 + random.below(20) } : atMs;
  return { side: "cloud", process: random.pick([0, 1]), at, downMs };
}
