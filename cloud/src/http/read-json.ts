import { readBody } from "./read-body.ts";
import type { AppContext } from "./context.ts";
import { parseJson } from "./parse-json.ts";
import { fail } from "./replies.ts";

const JSON_TYPE = /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i;

/** Reads a JSON body of at most `maxBytes`; answers the refusal when it is not one. */
export async function readJson(c: AppContext, maxBytes: number): Promise<{ value: unknown } | { refusal: Response }> {
  const refuse = (message: string) => ({
    refusal: fail(c, "VALIDATION_ERROR", message, [{ path: "", message }]),
  });
  if (c.req.header("Content-Encoding") !== undefined)
    return refuse("The body must be sent without a Content-Encoding.");
  if (!JSON_TYPE.test(c.req.header("Content-Type")?.trim() ?? ""))
    return refuse("The body must be JSON, sent with Content-Type: application/json.");
  const bytes = await readBody(c, maxBytes);
  if (bytes === "too-large" || bytes === "cut") return { refusal: refuseBody(c, bytes, maxBytes) };
  const parsed = parseJson(bytes);
  return parsed.ok ? { value: parsed.value } : refuse(`The body ${parsed.problem}.`);
}

/** The refusal of a body that could not be read whole. */
export function refuseBody(c: AppContext, problem: "too-large" | "cut", maxBytes: number): Response {
  if (problem === "cut") return fail(c, "VALIDATION_ERROR", "The body broke off before its end.");
  return fail(c, "PAYLOAD_TOO_LARGE", `The body is too large: at most ${maxBytes} bytes are taken here.`);
}
