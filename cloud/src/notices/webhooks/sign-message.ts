import { createHmac } from "node:crypto";

/** The key of a secret, which is `whsec_` and base64. */
const keyOf = (secret: string) => Buffer.from(secret.replace(/^whsec_/, ""), "base64");

/**
 * Returns the headers by which a receiver of DCSA's events verifies a body: HMAC-SHA256 over the body alone, with the
 * current secret.
 */
export function signForDcsa(body: string, secret: string, webhookId: string): Record<string, string> {
  const signature = createHmac("sha256", keyOf(secret)).update(body).digest("hex");
  return { "Notification-Signature": `sha256=${signature}`, "Subscription-ID": webhookId, "API-Version": "3.0.0" };
}

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
    return `v1,${createHmac("sha256", keyOf(secret)).update(`${id}.${seconds}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": String(seconds), "webhook-signature": signatures.join(" ") };
}
