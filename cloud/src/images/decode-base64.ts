const DATA_URL_HEADER = /^data:[^,]{0,200};base64$/i;

/**
 * The bytes of base64 text, raw or as a data URL whose media type is not looked at: the bytes say what they are.
 * Undefined unless it is the standard alphabet with its padding (RFC 4648, section 4) and nothing else. Buffer.from skips
 * what it does not understand, so the bytes must encode to the very text again; on 50 MB that takes about 30 ms.
 */
export function decodeBase64(sent: string): Buffer | undefined {
  const encoded = withoutDataUrlHeader(sent);
  if (encoded === undefined) return undefined;
  const bytes = Buffer.from(encoded, "base64");
  return bytes.toString("base64") === encoded ? bytes : undefined;
}

function withoutDataUrlHeader(sent: string): string | undefined {
  if (!/^data:/i.test(sent)) return sent;
  const comma = sent.indexOf(",");
  return comma > 0 && DATA_URL_HEADER.test(sent.slice(0, comma)) ? sent.slice(comma + 1) : undefined;
}
