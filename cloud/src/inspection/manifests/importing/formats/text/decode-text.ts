import { isUtf8 } from "node:buffer";

/** A text, and the encoding in which it was read. */
export type DecodedText = { text: string; encoding: "UTF-8" | "UTF-16" | "Windows-1252" };

/** Bytes that are examined for an encoding without a mark. */
const SAMPLE_BYTES = 4_000;
/** Control characters that no text has. */
// oxlint-disable-next-line no-control-regex -- they are what it looks for
const NO_TEXT = /[\0-\u0008\u000e-\u001f]/g;
/** Share of control characters above which bytes are no text: a damaged cell does not make a file unreadable. */
const MAX_CONTROL_SHARE = 0.05;
/** Share of zero bytes at even or odd places from which a text without a mark is UTF-16. */
const UTF_16_SHARE = 0.3;

/**
 * Reads UTF-8 and UTF-16, with or without a byte order mark, and any other text as Windows-1252, the encoding of
 * Western Windows, in which every byte is a character. Undefined for bytes that are no text.
 */
export function decodeText(bytes: Buffer): DecodedText | undefined {
  const decoded = decode(bytes);
  return decoded && isText(decoded.text.slice(0, SAMPLE_BYTES)) ? decoded : undefined;
}

const isText = (sample: string) => (sample.match(NO_TEXT)?.length ?? 0) <= sample.length * MAX_CONTROL_SHARE;

function decode(bytes: Buffer): DecodedText | undefined {
  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined) return { text: new TextDecoder(utf16).decode(bytes), encoding: "UTF-16" };
  if (isUtf8(bytes)) return { text: new TextDecoder("utf-8").decode(bytes), encoding: "UTF-8" };
  if (bytes.subarray(0, SAMPLE_BYTES).includes(0)) return undefined;
  return { text: new TextDecoder("windows-1252").decode(bytes), encoding: "Windows-1252" };
}

function utf16Of(bytes: Buffer): "utf-16le" | "utf-16be" | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zerosAt = (parity: 0 | 1) => sample.filter((byte, at) => byte === 0 && at % 2 === parity).length;
  const enough = (sample.length / 2) * UTF_16_SHARE;
  if (sample.length < 4 || zerosAt(0) + zerosAt(1) < enough) return undefined;
  const likely = zerosAt(1) > zerosAt(0) ? "utf-16le" : "utf-16be";
  return isText(new TextDecoder(likely).decode(sample)) ? likely : undefined;
}
