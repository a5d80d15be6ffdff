import type { PushMessage } from "./push-service.ts";

/** FCM accepts 4,096 bytes; the text appears in the notice and again in its data. */
const MAX_TEXT_BYTES = 1_200;

/** A message as FCM's HTTP v1 takes it (projects.messages.send), with what concerns the device's platform alone. */
export function composeFcmMessage(message: PushMessage, nowMs: number): Record<string, unknown> {
  const { token, platform, title, body, data, collapseKey, ttlSeconds } = message;
  const notification = { title: shorten(title), body: shorten(body) };
  const texts = Object.entries(data).map(([name, value]) => [name, shorten(value)]);
  const android = {
    priority: "HIGH",
    ttl: `${ttlSeconds}s`,
    collapse_key: collapseKey,
    // A second notice about the same thing takes the place of the first on the screen.
    notification: { tag: collapseKey },
  };
  const apns = {
    headers: {
      "apns-priority": "10",
      "apns-expiration": String(Math.floor(nowMs / 1_000) + ttlSeconds),
      "apns-collapse-id": collapseKey,
    },
    payload: { aps: { sound: "default" } },
  };
  const own = platform === "ios" ? { apns } : { android };
  return { message: { token, notification, data: Object.fromEntries(texts), ...own } };
}

/** Cuts text to what fits, between characters, so that a reason of any length still reaches the device. */
function shorten(text: string): string {
  const sizeBytes = (part: string) => Buffer.byteLength(JSON.stringify(part));
  if (sizeBytes(text) <= MAX_TEXT_BYTES) return text;
  let kept = "";
  for (const { segment } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)) {
    if (sizeBytes(`${kept}${segment}…`) > MAX_TEXT_BYTES) break;
    kept += segment;
  }
  return `${kept}…`;
}
