/** The header of a data URL of a picture, or of bytes without a specific type. */
const DATA_URL_HEADER = /^data:(?:image\/[\w.+-]{1,100}|application\/octet-stream)?(?:;[^,;]{1,100})*;base64$/i;

/**
 * The bytes of base64 text, raw or as a data URL of a picture; the bytes, not the header, determine the format.
 * Undefined unless it is the standard alphabet with its padding (RFC 4648, section 4) and nothing else.
 */
export function decodeBase64(sent: string): Buffer | undefined {
  const encoded = withoutDataUrlHeader(sent);
  if (encoded === undefined) return undefined;
  const bytes = Buffer.from(encoded, "base64");
  return isExact(encoded, bytes) ? bytes : undefined;
}

/**
 * True if the bytes encode to exactly the same text. Encoding them would be simpler, but costs a second copy of a
 * large picture. Buffer.from skips characters that it does not understand, so that bytes are then missing; the only
 * other input it accepts is base64url, characters that end like ASCII, and bits left over at the end.
 */
function isExact(encoded: string, bytes: Buffer): boolean {
  const padding = encoded.endsWith("==") ? 2 : encoded.endsWith("=") ? 1 : 0;
  if (bytes.length !== (encoded.length / 4) * 3 - padding) return false;
  if (encoded.includes("-") || encoded.includes("_") || Buffer.byteLength(encoded) !== encoded.length) return false;
  const tail = bytes.subarray(bytes.length - (bytes.length % 3 || 3));
  return tail.toString("base64") === encoded.slice(-4);
}

function withoutDataUrlHeader(sent: string): string | undefined {
  if (!/^data:/i.test(sent)) return sent;
  const comma = sent.indexOf(",");
  return comma > 0 && DATA_URL_HEADER.test(sent.slice(0, comma)) ? sent.slice(comma + 1) : undefined;
}
