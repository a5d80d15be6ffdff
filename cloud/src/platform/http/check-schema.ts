import type { ErrorDetail } from "@container-inspection/shared-schemas/errors";
import type { ZodError, ZodType } from "zod";
import { explainIssue } from "./explain-issue.ts";

/** The most problems that one answer lists. */
const MAX_DETAILS = 50;

export type Checked = { ok: true; data: unknown } | { ok: false; details: ErrorDetail[] };

/** Checks a value against a schema; each error has its path and a message. */
export async function checkSchema(schema: ZodType, value: unknown): Promise<Checked> {
  try {
    const parsed = await schema.safeParseAsync(value, { error: explainIssue });
    return parsed.success ? { ok: true, data: parsed.data } : { ok: false, details: detailsOf(parsed.error) };
  } catch (error) {
    // Zod hands its issues over as arguments of a call, which overflows the stack from some hundred thousand on.
    if (!(error instanceof RangeError)) throw error;
    return { ok: false, details: [{ path: "", message: "has more errors than can be listed" }] };
  }
}

/** One entry per problem, each with its place such as `detections.0.confidence`. */
function detailsOf(error: ZodError): ErrorDetail[] {
  return error.issues
    .slice(0, MAX_DETAILS)
    .map((issue) => ({ path: issue.path.map(String).join("."), message: issue.message }));
}
