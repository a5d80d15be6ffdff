import { z } from "zod";
import { readIsoTime } from "./iso-time.ts";

/** Returns true if every store and every reader can hold the text: no NUL, no lone surrogate. */
const isStorable = (value: string) => value.isWellFormed() && !value.includes("\0");

/** Text of at most `maxLength` UTF-16 units, without NUL and lone surrogates; may be empty. */
export const textOrEmpty = (maxLength: number) =>
  z.string().max(maxLength).refine(isStorable, { message: "must not contain NUL or invalid Unicode characters" });

/** Text of 1 to `maxLength` UTF-16 units, without NUL and lone surrogates. */
export const text = (maxLength: number) => textOrEmpty(maxLength).min(1);

/** Control characters, and what else ends a line for some reader. */
const ENDS_LINE = /[\p{Cc}\u2028\u2029]/u;

const isOneLine = (value: string) => !ENDS_LINE.test(value);
const ONE_LINE = { message: "must not contain control characters or line separators" };

/** Text of at most `maxLength` UTF-16 units that is printed on one line, and controls no terminal; may be empty. */
export const lineOrEmpty = (maxLength: number) => textOrEmpty(maxLength).refine(isOneLine, ONE_LINE);

/**
 * Id that a device gives itself, a camera or a session. Hashed texts have one on a separate line, so it must be a
 * single line for every reader. The agent's own names are shorter and of letters, digits, dots, hyphens and
 * underscores.
 */
export const edgeId = text(200).refine(isOneLine, ONE_LINE);

/**
 * A letter, digit, punctuation mark or symbol; not an invisible character such as a blank, a zero-width character or a
 * filler.
 */
const VISIBLE = /[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u2800]]/v;

/** Text for people, such as a reason or a note: 1 to `maxLength` UTF-16 units with at least one visible character. */
export const readableText = (maxLength: number) =>
  text(maxLength).refine((value) => VISIBLE.test(value), { message: "must contain a visible character" });

/** An optional field of an edge body, where null means absent. */
export const orAbsent = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === null ? undefined : value), schema.optional()).optional();

/** An email address, converted to lower case because addresses ignore case. Accepts `name@localhost`. */
export const email = z
  .string()
  .max(254)
  .regex(z.regexes.html5Email, { message: "must be an email address" })
  .transform((address) => address.toLowerCase());

/** The forms that `timestamp` accepts, for descriptions. */
export const TIMESTAMP_FORMS =
  "ISO 8601, basic or extended; seconds and fractions are optional; `Z`, an offset (`+02:00`, `+0200`, `+02`), or none for UTC";

/** A time of ISO 8601 in any usual form (see readIsoTime); becomes a Date. */
export const timestamp = z
  .string()
  .meta({ format: "date-time", description: TIMESTAMP_FORMS })
  .transform((sent, context) => {
    const time = readIsoTime(sent);
    if (time) return time;
    const message = "must be an existing ISO 8601 date and time in the years 0001 to 9999";
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });

/** A time in a reply: ISO 8601 in UTC with milliseconds. */
export const datetime = z.iso.datetime();

/** A lower-case hexadecimal SHA-256. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/, { message: "must be 64 lower-case hexadecimal characters" });

/**
 * A whole number in a query string, plain decimal digits only, within the bounds given; `fallback` where it is absent.
 */
export const queryInteger = (min: number, max: number, fallback: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { message: `must be a whole number from ${min} to ${max}` })
    .transform(Number)
    .pipe(z.number().min(min).max(max))
    .optional()
    .default(fallback)
    .meta({ type: "integer", minimum: min, maximum: max, default: fallback });

/** The number of a visit in a query string. */
export const queryVisit = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, { message: "must be the number of a visit" })
  .transform(Number)
  .optional()
  .meta({ type: "integer", minimum: 1, description: "the number of a visit of the container" });

/**
 * A value that can be null in replies; unlike `nullable`, it keeps a named schema unchanged in the OpenAPI document.
 */
export const orNull = <Schema extends z.ZodType>(schema: Schema) => z.union([schema, z.null()]);

/** The query of every list: `limit` from 1 to 200 (default 50) and an opaque `cursor`. */
export const pageQuery = z.object({
  limit: queryInteger(1, 200, 50),
  cursor: text(500).optional(),
});

/** The `data` of every list. */
export const page = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });

/** Number of entries of a list on all its pages. */
export const listTotal = z
  .object({
    count: z.int().describe("the database's estimate, rounded to two digits, where counting would take too long"),
    isExact: z.boolean(),
  })
  .meta({ id: "ListTotal" });
export type ListTotal = z.infer<typeof listTotal>;

/** The query of a list that is counted on request. */
export const countedQuery = pageQuery.extend({ total: z.literal("true").optional() });

/** The `data` of a list that is counted where its query has `total=true`. */
export const countedPage = <Item extends z.ZodType>(item: Item) => page(item).extend({ total: listTotal.optional() });
