import { isAscii, isUtf8 } from "node:buffer";
import { parseWithExactNumbers } from "./exact-numbers.ts";
import { findUnsafeJson, type JsonLimits } from "./scan-json.ts";

export type ParsedJson = { ok: true; value: unknown } | { ok: false; problem: string };

/**
 * Parses a JSON body strictly: UTF-8 without a byte order mark, nested at most 64 deep, no repeated or `__proto__`
 * keys, no NUL or lone surrogates in strings except those inside more than `textDepth` objects and arrays, and at most
 * as many values as `limits` allow. With `exactNumbers`, numbers inside that a double cannot hold are text. Returns the
 * value, or a message that completes a sentence starting with "The body".
 */
export function parseJson(
  bytes: Buffer,
  options: { textDepth?: number | undefined; exactNumbers?: boolean | undefined; limits?: JsonLimits } = {},
): ParsedJson {
  if (bytes.length === 0) return { ok: false, problem: "is empty" };
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    return { ok: false, problem: "starts with a byte order mark" };
  const ascii = isAscii(bytes);
  if (!ascii && !isUtf8(bytes)) return { ok: false, problem: "is not UTF-8" };
  const problem = findUnsafeJson(bytes, options);
  if (problem !== undefined) return { ok: false, problem };
  try {
    const text = bytes.toString(ascii ? "latin1" : "utf8");
    const value: unknown = options.exactNumbers ? parseWithExactNumbers(text) : JSON.parse(text);
    return { ok: true, value };
  } catch {
    return { ok: false, problem: "is not JSON" };
  }
}
