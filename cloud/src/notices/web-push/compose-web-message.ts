/** A notice, as it is recorded. */
type Notice = { kind: string; title: string; body: string; data: Record<string, string>; collapseKey: string };

/** Message that the console's service worker shows, and the place of the console that it opens. */
type WebMessage = { title: string; body: string; tag: string; place: string };

/** Push services take 4,096 bytes, of which the coding needs 103 (RFC 8291, 4). */
const MAX_PAYLOAD_BYTES = 3_993;
const MAX_TITLE_BYTES = 300;
/** Maximum size of the body: the bytes that the other parts and JSON's own characters leave. */
const MAX_BODY_BYTES = MAX_PAYLOAD_BYTES - MAX_TITLE_BYTES - 600;

/** A notice as its payload; texts are cut to what push services take. */
export function composeWebMessage({ kind, title, body, data, collapseKey }: Notice): Buffer {
  const message: WebMessage = {
    title: shorten(title, MAX_TITLE_BYTES),
    body: shorten(body, MAX_BODY_BYTES),
    tag: collapseKey,
    place: placeOf(kind, data),
  };
  return Buffer.from(JSON.stringify(message));
}

/**
 * Returns the place of the console that shows the subject of a notice; silent devices are on the home page.
 */
function placeOf(kind: string, { escalationId, cameraId }: Record<string, string>): string {
  if (kind === "escalation" && escalationId !== undefined)
    return `/app/escalations/${encodeURIComponent(escalationId)}`;
  return cameraId === undefined ? "/app/today" : `/app/cameras/${encodeURIComponent(cameraId)}`;
}

/** Truncates text to at most `maxBytes` bytes of JSON, between characters. */
function shorten(text: string, maxBytes: number): string {
  const sizeBytes = (part: string) => Buffer.byteLength(JSON.stringify(part));
  if (sizeBytes(text) <= maxBytes) return text;
  let kept = "";
  for (const { segment } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)) {
    if (sizeBytes(`${kept}${segment}…`) > maxBytes) break;
    kept += segment;
  }
  return `${kept}…`;
}
