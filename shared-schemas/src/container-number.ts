import { z } from "zod";

/** What a container number is worth: passes ISO 6346, has its shape but another check digit, or is of another kind. */
export const numberCheck = z.enum(["valid", "bad-check-digit", "not-iso6346"]).meta({ id: "NumberCheck" });
export type NumberCheck = z.infer<typeof numberCheck>;

export type ContainerNumber = {
  /** As it is stored and shown. */
  text: string;
  /** What uniqueness compares: upper-case. */
  key: string;
  check: NumberCheck;
};

/** What a container number is, as messages put it. */
export const CONTAINER_NUMBER_FORM =
  "must be 1 to 64 ASCII letters, digits, '-', '_', '.', '/' and inner spaces, with at least one letter or digit";

// Separators alone name nothing, and "." and ".." are steps in a URL path: a client resolves them before it sends.
const ALLOWED = /^(?=[^A-Za-z0-9]*[A-Za-z0-9])[A-Za-z0-9\-_./](?:[A-Za-z0-9\-_./ ]{0,62}[A-Za-z0-9\-_./])?$/;
const ISO_SHAPE = /^[A-Z]{3}[UJZ]\d{7}$/;

/**
 * Reads a container number as a person or a machine writes it. Text that has the shape of ISO 6346 once separators are
 * gone is stored in that form, upper-case; other text as given, trimmed.
 * Returns undefined unless it is 1 to 64 ASCII letters, digits, `- _ . /` and inner spaces, at least one of them a letter or digit.
 */
export function parseContainerNumber(input: string): ContainerNumber | undefined {
  const trimmed = input.replace(/^ +| +$/g, "");
  if (!ALLOWED.test(trimmed)) return undefined;
  const compact = trimmed.replace(/[-_./ ]/g, "").toUpperCase();
  if (!ISO_SHAPE.test(compact)) return { text: trimmed, key: trimmed.toUpperCase(), check: "not-iso6346" };
  const check = Number(compact[10]) === checkDigit(compact.slice(0, 10)) ? "valid" : "bad-check-digit";
  return { text: compact, key: compact, check };
}

/** Check digit, 0..9, of the first ten characters of a container number (ISO 6346, annex A). */
export function checkDigit(ownerAndSerial: string): number {
  let sum = 0;
  for (const [position, character] of ownerAndSerial.split("").entries())
    sum += characterValue(character) * 2 ** position;
  return (sum % 11) % 10;
}

/** Digits count as themselves; letters count up from 10 and skip the multiples of 11. */
function characterValue(character: string): number {
  if (character >= "0" && character <= "9") return Number(character);
  const value = character.charCodeAt(0) - "A".charCodeAt(0) + 10;
  return value + Math.floor((value - 1) / 10);
}

/** A container number in a request: checked, and kept as the three facts about it. */
export const containerNumber = z
  .string()
  .max(200)
  .transform((value, context) => {
    const parsed = parseContainerNumber(value);
    if (parsed) return parsed;
    context.addIssue({ code: "custom", message: CONTAINER_NUMBER_FORM });
    return z.NEVER;
  })
  .meta({
    minLength: 1,
    pattern: String.raw`^ *(?=[^A-Za-z0-9]*[A-Za-z0-9])[A-Za-z0-9\-_./]([A-Za-z0-9\-_./ ]{0,62}[A-Za-z0-9\-_./])? *$`,
  });

/** A size-type code of ISO 6346, such as 22G1, or a group code, such as 22GP. */
export const sizeType = z
  .string()
  .regex(/^\s*[1-4LMABCDEFGHKNP][0-9CDEFLMNP][A-Z][0-9A-Z]\s*$/i, { message: "must be a size-type code such as 22G1" })
  .transform((value) => value.trim().toUpperCase());

/** A size-type code taken apart; undefined where the text is none. `laden` facts are not in it. */
export function parseSizeType(code: string): { length: string; height: string; group: string } | undefined {
  const parsed = sizeType.safeParse(code);
  if (!parsed.success) return undefined;
  const [length = "", height = "", group = ""] = parsed.data;
  return { length, height, group };
}
