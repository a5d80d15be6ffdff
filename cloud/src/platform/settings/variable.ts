import { email } from "@container-inspection/shared-schemas/primitives";
import { z } from "zod";

/** The entry in the chapter about settings for an environment variable. */
type Documented = {
  /** The name of the environment variable. */
  name: string;
  /** The default shown in the chapter where the schema does not define one; Markdown. */
  shownDefault?: string;
  /** Ignored, and not checked, while this other variable is not set. */
  onlyWith?: string;
  /** Markdown, a phrase that needs no full stop. */
  meaning: string;
};

/** The documentation of each variable's schema, which the reader of the environment and the chapter's table use. */
export const variables = z.registry<Documented>();

/** Any text. */
export const text = (documented: Documented) => z.string().optional().register(variables, documented);

/** A text that must match; `problem` completes the sentence that begins with the name of the variable. */
export const matching = (documented: Documented, pattern: RegExp, problem: string) =>
  z
    .string()
    .regex(pattern, { error: `${documented.name} ${problem}` })
    .optional()
    .register(variables, documented);

/** An address with one of these schemes; `problem` completes the sentence that begins with the name of the variable. */
export const address = (documented: Documented, schemes: RegExp, problem: string) =>
  z
    .string()
    .refine((value) => schemes.test(URL.parse(value)?.protocol ?? ""), { error: `${documented.name} ${problem}` })
    .optional()
    .register(variables, documented);

/** The address of a Postgres database. */
export const postgresAddress = (documented: Documented) =>
  address(
    documented,
    /^postgres(ql)?:$/,
    "is not a Postgres address (such as postgres://user:password@host:5432/name)",
  );

/** The address of a website, without a slash at its end. */
export const webAddress = (documented: Documented) =>
  webAddressOf(documented).optional().register(variables, documented);

/** Addresses of websites, separated by commas; none without the variable. */
export const webAddresses = (documented: Documented) =>
  commaSeparated
    .pipe(z.array(webAddressOf(documented)))
    .default([])
    .register(variables, documented);

/** Public keys of age, separated by commas; none without the variable. */
export const ageRecipients = (documented: Documented) =>
  commaSeparated
    .pipe(
      z.array(
        z.string().regex(/^age1[02-9ac-hj-np-z]{58}$/, {
          error: ({ input }) =>
            `${documented.name} is not a public key of age: "${String(input)}" (age1 with 58 further characters)`,
        }),
      ),
    )
    .default([])
    .register(variables, documented);

/** Days by the ids of sites, as `id=days`, separated by commas; none without the variable. */
export const daysBySite = (documented: Documented) =>
  commaSeparated
    .transform((entries, context) => {
      const pairs = entries.map((entry) => /^([0-9a-f]{24})=([1-9]\d{0,4})$/.exec(entry));
      if (pairs.includes(null) || new Set(pairs.map((pair) => pair?.[1])).size < pairs.length) {
        context.addIssue(`${documented.name} must have entries such as 6650f1c2a7b3c4d5e6f70812=30, one for each site`);
        return z.NEVER;
      }
      return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? "", Number(pair?.[2])]));
    })
    .default({})
    .register(variables, documented);

/** Addresses of WebSocket services, separated by commas; none without the variable. */
export const webSocketAddresses = (documented: Documented) =>
  commaSeparated
    .pipe(
      z.array(
        z.string().refine(isWebSocketAddress, {
          error: ({ input }) =>
            `${documented.name} is not a WebSocket address: "${String(input)}" (such as wss://ai.example.com or ws://127.0.0.1:8092)`,
        }),
      ),
    )
    .default([])
    .register(variables, documented);

function isWebSocketAddress(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^wss?:$/.test(url.protocol) && !url.username && !url.hash;
}

const commaSeparated = z.string().transform((value) =>
  value
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean),
);

const webAddressOf = ({ name }: Documented) =>
  z.string().transform((value, context) => {
    const parsed = URL.parse(value);
    if (parsed && /^https?:$/.test(parsed.protocol) && !parsed.username && !parsed.search && !parsed.hash)
      return parsed.href.replace(/\/$/, "");
    context.addIssue(`${name} is not a web address: "${value}" (such as https://inspection.example.com)`);
    return z.NEVER;
  });

type Bounds = { min: number; max: number };

/** A whole number of at most nine digits; undefined without the variable. */
export const optionalWholeNumber = ({ min, max, ...documented }: Documented & Bounds) =>
  wholeNumberOf(documented.name, { min, max }).optional().register(variables, documented);

/** A whole number of at most nine digits, `fallback` without the variable. */
export const wholeNumber = ({ min, max, fallback, ...documented }: Documented & Bounds & { fallback: number }) =>
  wholeNumberOf(documented.name, { min, max })
    .default(fallback)
    .register(variables, { shownDefault: String(fallback), ...documented });

const wholeNumberOf = (name: string, { min, max }: Bounds) =>
  z
    .string()
    .refine((value) => /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max, {
      error: ({ input }) => `${name} is "${String(input)}": it must be a whole number from ${min} to ${max}`,
    })
    .transform(Number);

/** A number from 0 to 1. */
export const fraction = ({ fallback, ...documented }: Documented & { fallback: number }) =>
  z
    .string()
    .regex(/^(0(\.\d{1,9})?|1(\.0{1,9})?)$/, {
      error: ({ input }) => `${documented.name} is "${String(input)}": it must be a number from 0 to 1, such as 0.5`,
    })
    .transform(Number)
    .default(fallback)
    .register(variables, { shownDefault: String(fallback), ...documented });

/** One of these words, `fallback` without the variable. */
export const oneOf = <const Words extends readonly string[]>(
  { fallback, ...documented }: Documented & { fallback: Words[number] },
  words: Words,
) =>
  z
    .enum(words, {
      error: ({ input }) => `${documented.name} is "${String(input)}": it must be one of ${words.join(", ")}`,
    })
    .default(fallback)
    .register(variables, { shownDefault: `\`${fallback}\``, ...documented });

/** `true` or `false`, which is the default. */
export const flag = (documented: Documented) =>
  z
    .enum(["true", "false"], {
      error: ({ input }) => `${documented.name} is "${String(input)}": it must be true or false`,
    })
    .transform((value) => value === "true")
    .default(false)
    .register(variables, { shownDefault: "`false`", ...documented });

/** An email address, in lower case. */
export const emailAddress = ({ fallback, ...documented }: Documented & { fallback: string }) =>
  z
    .string()
    .refine((value) => email.safeParse(value).success, {
      error: ({ input }) => `${documented.name} is not an email address: "${String(input)}"`,
    })
    .transform((value) => value.toLowerCase())
    .default(fallback)
    .register(variables, { shownDefault: `\`${fallback}\``, ...documented });
