import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { createInterface } from "node:readline";
import { z } from "zod";

/** The columns of an export, in their order; the camera is that of the request. */
export const CSV_COLUMNS = [
  "occurred_at",
  "device_id",
  "session_id",
  "event_id",
  "tracking_id",
  "event_type",
  "class_name",
  "confidence",
  "x1",
  "y1",
  "x2",
  "y2",
  "received_at",
] as const;

const row = z.record(z.string(), z.union([z.string(), z.number()]));

/** Writes the events in lines of JSON, as the database writes them, as lines of CSV (RFC 4180). */
export async function linesToCsv(lines: string, csv: string): Promise<void> {
  const output = createWriteStream(csv, { mode: 0o600 });
  for await (const line of createInterface(createReadStream(lines))) {
    const event = row.parse(JSON.parse(line));
    const fields = CSV_COLUMNS.map((name) => fieldOf(name, event[name] ?? ""));
    if (!output.write(`${fields.join(",")}\n`)) await once(output, "drain");
  }
  output.end();
  await once(output, "finish");
}

function fieldOf(name: string, value: string | number): string {
  if (name.endsWith("_at")) return new Date(Number(value)).toISOString();
  const text = String(value);
  return text === "" || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
