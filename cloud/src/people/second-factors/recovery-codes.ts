import { createHash, randomBytes } from "node:crypto";

const HOW_MANY = 10;
/** 32 letters and digits without those that look alike. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
/** 24 characters of 5 bits: enough that a plain hash protects them (ASVS 6.5.2 asks for 112 bits). */
const [GROUPS, GROUP_LENGTH] = [4, 6];

/** Creates ten recovery codes such as `7k2mq9-…`, which are shown once; only their hashes are stored. */
export function createRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: HOW_MANY }, () => {
    const letters = [...randomBytes(GROUPS * GROUP_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]);
    return Array.from({ length: GROUPS }, (_, group) =>
      letters.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH).join(""),
    ).join("-");
  });
  return { codes, hashes: codes.map(hashRecoveryCode) };
}

/** SHA-256 in hexadecimal of a code as a person types it, with or without hyphens, blanks and capitals. */
export function hashRecoveryCode(code: string): string {
  return createHash("sha256").update(plain(code).toLowerCase()).digest("hex");
}

/** A code without the blanks and hyphens that make it readable. */
export const plain = (code: string): string => code.replaceAll(/[\s-]/g, "");
