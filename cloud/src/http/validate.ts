import type { ErrorDetail } from "@container-inspection/shared-schemas";
import type { ValidationTargets } from "hono";
import type { ZodError, ZodType } from "zod";
import type { AppContext } from "./context.ts";
import { explainIssue } from "./explain-issue.ts";
import { fail } from "./replies.ts";

/** The most problems that one answer lists. */
const MAX_DETAILS = 50;

/** Checks one part of a request and keeps the outcome for `c.req.valid(target)`; answers the 400 when it is wrong. */
export async function validate(
  c: AppContext,
  target: keyof ValidationTargets,
  schema: ZodType,
  value: unknown,
  code: "VALIDATION_ERROR" | "INVALID_ID" = "VALIDATION_ERROR",
): Promise<Response | undefined> {
  const parsed = await schema.safeParseAsync(value, { error: explainIssue });
  if (!parsed.success) return fail(c, code, MESSAGES[target], detailsOf(parsed.error));
  c.req.addValidatedData(target, Object(parsed.data));
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

/** One entry per problem, each with its place such as `detections.0.confidence`. */
function detailsOf(error: ZodError): ErrorDetail[] {
  return error.issues
    .slice(0, MAX_DETAILS)
    .map((issue) => ({ path: issue.path.map(String).join("."), message: issue.message }));
}
