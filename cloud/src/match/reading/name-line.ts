import { english, type Words } from "../english.ts";
import { MAX_READ } from "./normalise-words.ts";

const MAX_LABEL = 60;

/**
 * Returns the label by which a person recognises a declared line: its description, shortened, or its HS code, or its
 * position.
 */
export function nameLine(raw: Readonly<Record<string, unknown>>, line: number): Words {
  const { description, hsCode } = raw;
  const text =
    typeof description === "string"
      ? description
          .slice(0, MAX_READ)
          .replace(/[\s\p{C}]+/gu, " ")
          .trim()
      : "";
  if (text !== "") return text.length > MAX_LABEL ? `${text.slice(0, MAX_LABEL - 1).toWellFormed()}…` : text;
  if (typeof hsCode === "string" && /^[\d. ]{1,20}$/.test(hsCode)) return english`HS ${hsCode}`;
  return english`item ${String(line)}`;
}
