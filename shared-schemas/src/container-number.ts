import { z } from "zod";

/**
 * `valid`: passes ISO 6346. `bad-check-digit`: has its form but a wrong check digit. `not-iso6346`: has another form.
 */
export const numberCheck = z.enum(["valid", "bad-check-digit", "not-iso6346"]).meta({ id: "NumberCheck" });
export type NumberCheck = z.infer<typeof numberCheck>;

export type ContainerNumber = {
  /** Number as it is stored and shown. */
  text: string;
  /** Unique form of the number, in upper case. */
  key: string;
  check: NumberCheck;
};

/** The form of a container number, for messages. */
export const CONTAINER_NUMBER_FORM =
  "must be 1 to 64 ASCII letters, digits, '-', '_', '.', '/' and inner spaces, with at least one letter or digit";

// Separators alone are no number, and "." and ".." are steps in a URL path: clients resolve them before they send.
const ALLOWED = /^(?=[^A-Za-z0-9]*[A-Za-z0-9])[A-Za-z0-9\-_./](?:[A-Za-z0-9\-_./ ]{0,62}[A-Za-z0-9\-_./])?$/;
const ISO_SHAPE = /^[A-Z]{3}[UJZ]\d{7}$/;

/** True for the number of a chassis or trailer, which carries containers: equipment category Z of ISO 6346. */
export const isChassisNumber = (key: string): boolean => /^[A-Z]{3}Z\d{7}$/.test(key);

/** Signs between the parts of a number: those that people type, and the spaces and dashes that copied text brings. */
const SEPARATORS = /[\s\p{Z}\p{Pd}\p{Cf}_./]/gu;

/**
 * Reads a container number as a person or a machine writes it. Text that has the form of ISO 6346 without its
 * separators is stored without them, in upper case; other text is stored as given, trimmed. Returns undefined unless it
 * is 1 to 64 ASCII letters, digits, `- _ . /` and inner spaces, at least one of them a letter or digit.
 */
export function parseContainerNumber(input: string): ContainerNumber | undefined {
  const bare = input.replace(SEPARATORS, "");
  // Only ASCII letters become upper case: others turn into letters that were not written.
  const compact = /^[A-Za-z0-9]{11}$/.test(bare) ? bare.toUpperCase() : "";
  if (ISO_SHAPE.test(compact)) {
    const check = Number(compact[10]) === checkDigit(compact.slice(0, 10)) ? "valid" : "bad-check-digit";
    return { text: compact, key: compact, check };
  }
  const trimmed = input.replace(/^ +| +$/g, "");
  return ALLOWED.test(trimmed) ? { text: trimmed, key: trimmed.toUpperCase(), check: "not-iso6346" } : undefined;
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

/** A container number in a request, parsed and checked. */
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
  .regex(/^\s*[1-4LMABCDEFGHKNPlmabcdefghknp][0-9CDEFLMNPcdeflmnp][A-Za-z][0-9A-Za-z]\s*$/, {
    message: "must be a size-type code such as 22G1",
  })
  .transform((value) => value.trim().toUpperCase());
