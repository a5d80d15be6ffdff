import { parseContainerNumber } from "@container-inspection/shared-schemas";
import { z } from "zod";
import type { NumberReport } from "../stations/container-numbers.ts";

const report = z.strictObject({
  containerNumber: z.string(),
  confidence: z.number().min(0).max(1).optional(),
  /** Of a lane with several positions. */
  position: z.string().optional(),
});
const several = z.strictObject({ containers: z.array(report).min(1).max(8) });

/** `echo` is what the sender gets back: the numbers as they were understood. */
export type AnnouncementReading = { ok: true; reports: NumberReport[]; echo: object } | { ok: false; message: string };

/** Reads what a gate system sends: one container, or the list of all that stand on a vehicle. */
export function readAnnouncement(body: unknown): AnnouncementReading {
  const one = report.safeParse(body);
  const list = one.success ? [one.data] : several.safeParse(body).data?.containers;
  if (!list) {
    const shape = 'send { "containerNumber": "CSQU3054383", "confidence": 0.9 }; confidence is optional';
    return { ok: false, message: `${shape}; several containers of a lane as { "containers": [...] }` };
  }
  const numbers = list.map((sent) => ({ ...sent, number: parseContainerNumber(sent.containerNumber) }));
  const reports = numbers.flatMap(({ number, confidence, position }): NumberReport[] =>
    number ? [{ containerNumber: number.text, confidence, position }] : [],
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
