import { randomBytes, randomInt } from "node:crypto";

/** A secret of this many bytes. */
export const drawSecret = (bytes: number): Buffer => randomBytes(bytes);

/** Letters and digits of a secret, without those that look alike. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

/** A password that can be read aloud and typed on a phone: four groups of four, 79 bits. */
export function drawPassword(): string {
  const group = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  return [group(), group(), group(), group()].join("-");
}
