import type { ZodType } from "zod";
import { type JsonAnswer, type JsonJob, type SchemaPlace } from "./check-large-json.ts";
import { checkSchema } from "./check-schema.ts";
import type { AppContext } from "./context.ts";
import type { FairQueue } from "./fair-queue.ts";
import { parseJson } from "./parse-json.ts";
import { fail } from "./replies.ts";
import { TOO_MANY_VALUES } from "./scan-json.ts";
import { keepValid } from "./validate.ts";

const JSON_TYPE = /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i;

/**
 * JSON from this size on is worked on one body at a time: parsed and with its pictures decoded, it takes four times its
 * size.
 */
const LARGE_BYTES = 4_194_304;

/** Rules by which a route reads JSON. */
export type JsonRules = {
  schema: ZodType;
  /** Location of the schema, for a thread; without it, no body is large. */
  schemaPlace: SchemaPlace | undefined;
  textDepth: number | undefined;
  exactNumbers: boolean | undefined;
};

/** Queue and checker for large bodies. */
export type LargeJson = {
  queue: FairQueue;
  check: (job: JsonJob & { bytes: Buffer<ArrayBuffer> }) => Promise<JsonAnswer>;
};

/** Returns true if the body of a request is compressed with gzip. */
export const isGzipped = (c: AppContext): boolean => /^\s*gzip\s*$/i.test(c.req.header("Content-Encoding") ?? "");

/** Refuses a request whose headers announce no JSON, or an encoding that the route does not take. */
export function refuseOtherType(c: AppContext, { takesGzip }: { takesGzip: boolean }): Response | undefined {
  if (c.req.header("Content-Encoding") !== undefined && !(takesGzip && isGzipped(c)))
    return refuse(c, `The body must be sent without a Content-Encoding${takesGzip ? ", or with gzip" : ""}.`);
  if (!JSON_TYPE.test(c.req.header("Content-Type")?.trim() ?? ""))
    return refuse(c, "The body must be JSON, sent with Content-Type: application/json.");
  return undefined;
}

/**
 * Parses and checks the bytes of a body, stores the outcome for `c.req.valid("json")` and continues with `next`;
 * rejects a body that is no JSON of this schema. Large bodies, and those of many values, are checked in a separate
 * thread, and only one of them is processed further at a time.
 */
export async function takeJson(
  c: AppContext,
  bytes: Buffer<ArrayBuffer>,
  rules: JsonRules,
  { caller, large, next }: { caller: string; large: LargeJson; next: () => Promise<Response | void> },
): Promise<Response | void> {
  const goOn = (answer: JsonAnswer) =>
    "problem" in answer ? refuse(c, `The body ${answer.problem}.`) : (keepValid(c, "json", answer) ?? next());
  const { schema, schemaPlace, textDepth, exactNumbers } = rules;
  if (!schemaPlace || bytes.length < LARGE_BYTES) {
    const parsed = parseJson(bytes, { textDepth, exactNumbers });
    if (parsed.ok) return goOn(await checkSchema(schema, parsed.value));
    if (!schemaPlace || parsed.problem !== TOO_MANY_VALUES) return goOn(parsed);
  }
  return large.queue(caller, async () =>
    goOn(await large.check({ bytes, textDepth, exactNumbers, schema: schemaPlace })),
  );
}

function refuse(c: AppContext, message: string): Response {
  return fail(c, "VALIDATION_ERROR", message, [{ path: "", message }]);
}
