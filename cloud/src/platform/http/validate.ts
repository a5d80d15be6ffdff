import type { ValidationTargets } from "hono";
import type { ZodType } from "zod";
import { checkSchema, type Checked } from "./check-schema.ts";
import type { AppContext } from "./context.ts";
import { fail } from "./replies.ts";

/** Checks one part of a request and keeps the outcome for `c.req.valid(target)`; answers the 400 when it is wrong. */
export async function validate(
  c: AppContext,
  target: keyof ValidationTargets,
  schema: ZodType,
  value: unknown,
  code: "VALIDATION_ERROR" | "INVALID_ID" = "VALIDATION_ERROR",
): Promise<Response | undefined> {
  return keepValid(c, target, await checkSchema(schema, value), code);
}

/** Keeps a valid value for `c.req.valid(target)`; answers 400 for an invalid one. */
export function keepValid(
  c: AppContext,
  target: keyof ValidationTargets,
  checked: Checked,
  code: "VALIDATION_ERROR" | "INVALID_ID" = "VALIDATION_ERROR",
): Response | undefined {
  if (!checked.ok) return fail(c, code, MESSAGES[target], checked.details);
  c.req.addValidatedData(target, Object(checked.data));
  return undefined;
}

const MESSAGES: Record<keyof ValidationTargets, string> = {
  json: "The body is not valid.",
  query: "The query is not valid.",
  param: "The path is not valid.",
  header: "The headers are not valid.",
  cookie: "The cookies are not valid.",
  form: "The form is not valid.",
};
