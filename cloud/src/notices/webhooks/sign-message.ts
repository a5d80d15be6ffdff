import { createHmac } from "node:crypto";

/**
 * Returns the headers of a message according to the Standard Webhooks specification: HMAC-SHA256 over id, time and
 * body, once for each secret (`whsec_` and base64), so that receivers can still verify with the previous secret after a
 * rotation.
 */
export function signMessage(
  { id, body, nowMs }: { id: string; body: string; nowMs: number },
  secrets: readonly string[],
): Record<string, string> {
  const seconds = Math.floor(nowMs / 1_000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": String(seconds), "webhook-signature": signatures.join(" ") };
}
