import { readBody } from "./read-body.ts";
import type { AppContext } from "./context.ts";
import { parseJson } from "./parse-json.ts";
import { LARGE_JSON_BYTES, parseLargeJson } from "./parse-large-json.ts";
import { fail } from "./replies.ts";

const JSON_TYPE = /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i;

/** Reads the bytes of a JSON body of at most `maxBytes`; answers the refusal when they cannot be one. */
export async function readJsonBytes(c: AppContext, maxBytes: number): Promise<Buffer<ArrayBuffer> | Response> {
  if (c.req.header("Content-Encoding") !== undefined)
    return refuse(c, "The body must be sent without a Content-Encoding.");
  if (!JSON_TYPE.test(c.req.header("Content-Type")?.trim() ?? ""))
    return refuse(c, "The body must be JSON, sent with Content-Type: application/json.");
  const bytes = await readBody(c, maxBytes);
  return bytes === "too-large" || bytes === "cut" ? refuseBody(c, bytes, maxBytes) : bytes;
}

/** Parses those bytes, strictly (see parseJson); answers the refusal when they are no JSON. */
export async function readJson(
  c: AppContext,
  bytes: Buffer<ArrayBuffer>,
  textDepth?: number,
): Promise<{ value: unknown } | { refusal: Response }> {
  const parsed = await (bytes.length < LARGE_JSON_BYTES
    ? parseJson(bytes, textDepth)
    : parseLargeJson(bytes, textDepth));
  return parsed.ok ? { value: parsed.value } : { refusal: refuse(c, `The body ${parsed.problem}.`) };
}

function refuse(c: AppContext, message: string): Response {
  return fail(c, "VALIDATION_ERROR", message, [{ path: "", message }]);
}

/** The refusal of a body that could not be read whole. */
export function refuseBody(c: AppContext, problem: "too-large" | "cut", maxBytes: number): Response {
  if (problem === "cut") return fail(c, "VALIDATION_ERROR", "The body broke off before its end.");
  return fail(c, "PAYLOAD_TOO_LARGE", `The body is too large: at most ${maxBytes} bytes are taken here.`);
}
