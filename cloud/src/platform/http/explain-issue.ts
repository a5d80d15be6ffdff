import type { core } from "zod";

const KINDS: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

/**
 * Describes the requirement on a value, for the caller who sent another one; passed to `safeParse` as `error`. A
 * schema's own message takes precedence. Undefined keeps the message of zod.
 */
export function explainIssue(issue: core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined && (issue.code === "invalid_type" || issue.code === "invalid_value"))
    return issue.code === "invalid_value" ? `is missing: ${oneOf(issue.values)}` : "is missing";
  switch (issue.code) {
    case "invalid_type": {
      const kind = KINDS[issue.expected];
      return kind && `must be ${kind}${Array.isArray(issue.input) ? ", not a list" : ""}`;
    }
    case "invalid_value":
      return oneOf(issue.values);
    case "too_big":
      return `${verb(issue.origin)} ${bound("at most", "less than", issue.inclusive)} ${issue.maximum}${unit(issue.origin, issue.maximum)}`;
    case "too_small":
      return issue.minimum === 1 && unit(issue.origin, 1) !== ""
        ? "must not be empty"
        : `${verb(issue.origin)} ${bound("at least", "more than", issue.inclusive)} ${issue.minimum}${unit(issue.origin, issue.minimum)}`;
    default:
      return undefined;
  }
}

function oneOf(values: readonly unknown[]): string {
  const named = values.map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
  return named.length === 1 ? `must be ${named[0]}` : `must be one of ${named.join(", ")}`;
}

/** A number must be at most 5; a text or a list must have at most 5 characters or items. */
const verb = (origin: string) => (unit(origin, 1) === "" ? "must be" : "must have");

const bound = (inclusive: string, exclusive: string, isInclusive: boolean | undefined) =>
  isInclusive === false ? exclusive : inclusive;

function unit(origin: string, count: number | bigint): string {
  const plural = Number(count) === 1 ? "" : "s";
  if (origin === "string") return ` character${plural}`;
  return origin === "array" || origin === "set" ? ` item${plural}` : "";
}
