import { durationOf } from "@container-inspection/shared-schemas/durations";
import type { AlertKind } from "@container-inspection/shared-schemas/notifications";
import type { DueIncident } from "./incident-store.ts";

/** Format of times in a mail. */
export type Clock = {
  /** The time of day, with the date unless it is today. */
  time: (at: Date) => string;
  /** The name of the time zone. */
  zone: string;
};

/** Times as a reader of a time zone expects them. */
export function clockOf(now: Date, timeZone: string): Clock {
  const day = new Intl.DateTimeFormat("en-GB", { timeZone, day: "numeric", month: "short", year: "numeric" });
  const hour = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" });
  const today = day.format(now);
  return {
    zone: timeZone,
    time: (at) => (day.format(at) === today ? hour.format(at) : `${day.format(at)}, ${hour.format(at)}`),
  };
}

/** Returns a count with its noun, such as "2 cameras". */
export const amountOf = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** Incidents of one subject in one mail: the last one, and how many there were. */
export type Repeated = { incident: DueIncident; times: number };

/** The words of one kind of incident. */
type Words = {
  /** Returns the fault as a sentence without its final punctuation. */
  wrong: (name: string, detail: string | null) => string;
  /** That it is over. */
  over: (name: string) => string;
  /** Texts for the subject of the mail, for one incident and for several. */
  summary: { wrong: (count: number) => string; over: (count: number) => string };
};

const words: Record<AlertKind, Words> = {
  "device-silent": {
    wrong: (name) => `${name} is silent`,
    over: (name) => `${name} is back`,
    summary: {
      wrong: (count) => `${amountOf(count, "edge device")} silent`,
      over: (count) => `${amountOf(count, "edge device")} back`,
    },
  },
  "disk-low": {
    wrong: (name, place) => `${name} has little free space${place === "queue" ? " for its queue" : ""}`,
    over: (name) => `${name} has enough free space again`,
    summary: {
      wrong: (count) => `${amountOf(count, "edge device")} low on disk space`,
      over: (count) => `${amountOf(count, "edge device")} with enough disk space again`,
    },
  },
  "clock-off": {
    wrong: (name, skew) => `The clock of ${name} is ${skew ?? "off"}`,
    over: (name) => `The clock of ${name} is right again`,
    summary: {
      wrong: (count) => `${amountOf(count, "edge device")} with a wrong clock`,
      over: (count) => `${amountOf(count, "edge device")} with the right time again`,
    },
  },
  "camera-faulty": {
    wrong: (name, fault) => `Camera ${name} is ${fault ?? "faulty"}`,
    over: (name) => `Camera ${name} works again`,
    summary: {
      wrong: (count) => `${amountOf(count, "camera")} faulty`,
      over: (count) => `${amountOf(count, "camera")} working again`,
    },
  },
  "records-broken": {
    wrong: (name, problem) => `Camera ${name}: ${problem ?? "break"} in the chain of its records`,
    over: (name) => `Camera ${name}: the chain of its records is complete again`,
    summary: {
      wrong: (count) => amountOf(count, "break in the chain of records", "breaks in the chain of records"),
      over: (count) => `${amountOf(count, "break")} in the chain of records closed`,
    },
  },
};

/** A break that nothing ends. */
const isLasting = ({ endedAt, beganAt }: Pick<DueIncident, "endedAt" | "beganAt">): boolean =>
  endedAt !== null && endedAt.getTime() === beganAt.getTime();

/** Returns true if an incident is reported as over. */
export const isOver = (incident: Pick<DueIncident, "endedAt" | "beganAt">): boolean =>
  incident.endedAt !== null && !isLasting(incident);

const nameOf = ({ name, cameraId, deviceId }: DueIncident) => name ?? cameraId ?? deviceId ?? "unknown";

/** Joins text into one line, so that what devices and people wrote cannot add a line to a mail. */
export const onOneLine = (text: string): string => text.replaceAll(/\s+/g, " ");

/** Returns the headline of an incident, such as "Gate 1 is silent". */
export function headOf(incident: DueIncident): string {
  const { wrong, over } = words[incident.kind];
  return onOneLine(isOver(incident) ? over(nameOf(incident)) : wrong(nameOf(incident), incident.detail));
}

/** Returns the start of an incident as text, or its start and end once it is over. */
export function timesOf({ incident, times }: Repeated, { time }: Clock): string {
  const { beganAt, endedAt } = incident;
  const repeated = times > 1 ? `, ${times} times` : "";
  if (isLasting(incident)) return `found ${time(beganAt)}${repeated}`;
  if (endedAt === null) return `since ${time(beganAt)}${repeated}`;
  const lasted = durationOf(endedAt.getTime() - beganAt.getTime());
  const first = incident.isKnown || times > 1 ? "" : `it was ${shortWrong(incident)} `;
  return `since ${time(endedAt)}; ${first}from ${time(beganAt)}, for ${lasted}${repeated}`;
}

const shortWrong = ({ kind, detail }: DueIncident) =>
  ({
    "device-silent": "silent",
    "disk-low": "low on space",
    "clock-off": "off",
    "camera-faulty": onOneLine(detail ?? "faulty"),
    "records-broken": "broken",
  })[kind];

/** The subject of a mail about these incidents, with current problems first. */
export function summaryOf(items: readonly Repeated[]): string {
  const [only] = items;
  if (only && items.length === 1) return headOf(only.incident);
  const kinds = Object.keys(words).filter((kind): kind is AlertKind => kind in words);
  const count = (kind: AlertKind, over: boolean) =>
    items.filter(({ incident }) => incident.kind === kind && isOver(incident) === over).length;
  const partsOf = (over: boolean) =>
    kinds.flatMap((kind) => {
      const found = count(kind, over);
      return found === 0 ? [] : [words[kind].summary[over ? "over" : "wrong"](found)];
    });
  return [...partsOf(false), ...partsOf(true)].join(", ");
}
