import { parseContainerNumber } from "@container-inspection/shared-schemas/container-number";
import { z } from "zod";
import type { NumberReport } from "./container-numbers.ts";

const report = z.strictObject({
  containerNumber: z.string(),
  confidence: z.number().min(0).max(1).optional(),
  /** Position in a lane with several positions. */
  position: z.string().optional(),
});
const several = z.strictObject({ containers: z.array(report).min(1).max(8) });

/** `echo` is the reply to the sender: the numbers as they were understood. */
export type AnnouncementReading = { ok: true; reports: NumberReport[]; echo: object } | { ok: false; message: string };

/** Reads the announcement of a gate system: one container, or the list of all on a vehicle. */
export function readAnnouncement(body: unknown, source: NumberReport["source"]): AnnouncementReading {
  const one = report.safeParse(body);
  const list = one.success ? [one.data] : several.safeParse(body).data?.containers;
  if (!list) {
    const shape = 'send { "containerNumber": "CSQU3054383", "confidence": 0.9 }; confidence is optional';
    return { ok: false, message: `${shape}; several containers of a lane as { "containers": [...] }` };
  }
  const numbers = list.map((sent) => ({ ...sent, number: parseContainerNumber(sent.containerNumber) }));
  const reports = numbers.flatMap(({ number, confidence, position }): NumberReport[] =>
    number ? [{ containerNumber: number.text, source, confidence, position }] : [],
  );
  if (reports.length < list.length) {
    return { ok: false, message: "containerNumber is not a container number; use letters and digits" };
  }
  const echoes = numbers.map(({ number, position }) => ({
    containerNumber: number?.text,
    numberCheck: number?.check,
    ...(position === undefined ? {} : { position }),
  }));
  return { ok: true, reports, echo: one.success ? (echoes[0] ?? {}) : { containers: echoes } };
}

/** Requests in a message of a gate system; `problem` describes the fault in its container numbers. */
type TriggerReading = { isScanWanted: boolean; reports: NumberReport[]; problem: string | null };

/**
 * Reads a message that requests a scan. Its payload may be anything; a JSON object with `containerNumber` or
 * `containers` also announces them, and with `scan: false` does only that.
 */
export function readTrigger(payload: string): TriggerReading {
  const body = jsonObject(payload);
  if (body === null || !("containerNumber" in body || "containers" in body)) {
    return { isScanWanted: true, reports: [], problem: null };
  }
  const { scan = true, ...announcement } = body;
  const isScanWanted = scan !== false;
  const read = readAnnouncement(announcement, "mqtt");
  return read.ok
    ? { isScanWanted, reports: read.reports, problem: null }
    : { isScanWanted, reports: [], problem: read.message };
}

function jsonObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
