/** The text of an interchange, with the character set that it was read in. */
export type Decoded = { text: string; charset: string; note: string | null };

/** Character sets by syntax identifiers of UNB (ISO 9735, element 0001). */
const charsets: Readonly<Record<string, string>> = {
  UNOA: "us-ascii",
  UNOB: "us-ascii",
  UNOC: "iso-8859-1",
  UNOD: "iso-8859-2",
  UNOE: "iso-8859-5",
  UNOF: "iso-8859-7",
  UNOG: "iso-8859-3",
  UNOH: "iso-8859-4",
  UNOI: "iso-8859-6",
  UNOJ: "iso-8859-8",
  UNOK: "iso-8859-9",
  UNOW: "utf-8",
  UNOX: "utf-8",
  UNOY: "utf-8",
};

/** Bytes at the beginning of a file that hold UNA and the syntax identifier of UNB. */
const HEAD_BYTES = 64;

/**
 * Decodes an interchange. Bytes that are valid UTF-8 with characters beyond ASCII are UTF-8, whatever UNB states, since
 * many senders state UNOA or UNOC by habit; other bytes are read in the declared set.
 */
export function decodeInterchange(bytes: Uint8Array): Decoded {
  const utf16 = decodeUtf16(bytes);
  if (utf16 !== undefined) return { text: utf16, charset: "utf-16", note: null };
  const level = /UNB.(UNO[A-Z])/s.exec(Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString("latin1"))?.[1] ?? "UNOA";
  const declared = charsets[level] ?? "us-ascii";
  if (bytes.every((byte) => byte < 0x80))
    return { text: Buffer.from(bytes).toString("latin1"), charset: declared, note: null };
  const utf8 = decode("utf-8", bytes);
  if (utf8 !== undefined) {
    const isDeclared = declared === "utf-8";
    return { text: utf8, charset: "utf-8", note: isDeclared ? null : explain(level, "UTF-8") };
  }
  const isOther = declared === "us-ascii" || declared === "utf-8";
  // In the web's encodings, ISO 8859-1 is Windows-1252, which differs only in control characters.
  const charset = isOther || declared === "iso-8859-1" ? "windows-1252" : declared;
  const text = decode(charset, bytes) ?? Buffer.from(bytes).toString("latin1");
  return { text, charset: isOther ? charset : declared, note: isOther ? explain(level, "Windows-1252") : null };
}

const explain = (level: string, name: string) =>
  `UNB declares ${level}, but the file has characters that ${level} does not have. It was read as ${name}: check names with accents.`;

function decodeUtf16(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decode("utf-16le", bytes);
  return first === 0xfe && second === 0xff ? decode("utf-16be", bytes) : undefined;
}

function decode(charset: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
