import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Outcome, SentQuery } from "../../testing/recorded-database.ts";

/** A value of a statement as JSON; only bytes need a special form. */
type StoredValue = string | number | boolean | null | { bytes: string } | StoredValue[];

/**
 * Statements that a release sent to its database, starting with an empty one: each as its index in the texts, its
 * values, and its outcome (`INSERT 1`, or `error 23505`).
 */
export type Recording = {
  /** The newest migration of the release, such as `0000_baseline`. */
  migration: string;
  texts: string[];
  sent: [text: number, values: StoredValue[], outcome: string][];
};

/** Each release has a file, named after its newest migration. */
export const recordingsFolder = import.meta.dirname;

export function readRecordings(): Recording[] {
  return readdirSync(recordingsFolder)
    .filter((file) => /^\d{4}_\w+\.json$/.test(file))
    .sort()
    .map((file) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by writeRecording
      return JSON.parse(readFileSync(path.join(recordingsFolder, file), "utf8")) as Recording;
    });
}

const CHANGES = /\b(insert|update|delete|truncate|create|alter|drop|lock)\b/i;
const FRAME = /^(begin|commit|rollback|savepoint|release|set)\b/i;
/** Statements of the job queue, whose library changes its tables by itself. */
const QUEUE = /\bjobs\./;

/** Keeps every statement that may change something, and of others the first of each text. */
export function makeRecording(migration: string, sent: readonly SentQuery[]): Recording {
  const texts = new Map<string, number>();
  const kept: Recording["sent"] = [];
  for (const { config, values, outcome } of sent) {
    const { text } = config;
    if (QUEUE.test(text) || outcome === undefined) continue;
    const known = texts.get(text);
    if (known !== undefined && !CHANGES.test(text) && !FRAME.test(text)) continue;
    const place = known ?? texts.size;
    texts.set(text, place);
    kept.push([place, values.map(store), nameOutcome(outcome)]);
  }
  return { migration, texts: [...texts.keys()], sent: kept };
}

/** The form in which recordings keep an outcome. */
export const nameOutcome = (outcome: Outcome): string =>
  "error" in outcome ? `error ${outcome.error}` : `${outcome.command} ${String(outcome.rows)}`;

/** One line for each text and statement, so that two recordings can be compared. */
export function writeRecording({ migration, texts, sent }: Recording): string {
  const lines = (items: readonly unknown[]) => `[\n${items.map((item) => JSON.stringify(item)).join(",\n")}\n]`;
  return `{"migration": ${JSON.stringify(migration)},\n"texts": ${lines(texts)},\n"sent": ${lines(sent)}}\n`;
}

function store(value: unknown): StoredValue {
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString("base64") };
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(store);
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  return JSON.stringify(value);
}

/** A stored value as a statement takes it. */
export function restore(value: StoredValue): unknown {
  if (Array.isArray(value)) return value.map(restore);
  return typeof value === "object" && value !== null ? Buffer.from(value.bytes, "base64") : value;
}
