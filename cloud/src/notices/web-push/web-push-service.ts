import { hash } from "node:crypto";
import webPush from "web-push";
import type { Clock } from "../../platform/clock.ts";
import type { HttpClient, OutboundAnswer } from "../../platform/outbound/http-client.ts";
import { retryAfterSeconds } from "../../platform/outbound/retry-after.ts";
import type { VapidKey } from "../../platform/settings/vapid-key.ts";
import type { PushOutcome } from "../push/push-service.ts";

/** The keys of a subscription, as the browser issues them: base64url. */
export type SubscriptionKeys = {
  /** The browser's public point on P-256, uncompressed. */
  p256dh: string;
  /** 16 bytes that only the browser and this service know. */
  auth: string;
};

/** A message for one browser. */
type WebPushMessage = {
  /** Address at which the push service of the browser takes messages for it. */
  endpoint: string;
  keys: SubscriptionKeys;
  payload: Buffer;
  /** A second message with it takes the place of the first while both wait for the browser. */
  collapseKey: string;
  /** Time in seconds after which the notice is no longer worth showing. */
  ttlSeconds: number;
};

/** Sends messages to browsers through their makers' push services (RFC 8030). */
export type WebPushService = {
  /** Browsers subscribe with it. */
  publicKey: string;
  /** Never throws because of the answer, or because there is none. */
  send: (message: WebPushMessage, signal: AbortSignal) => Promise<PushOutcome>;
};

type WebPushParts = {
  key: VapidKey;
  /** Whom a push service may contact about this service's messages: `mailto:…` or `https://…`. */
  subject: string;
  http: HttpClient;
  nowMs: Clock;
};

const TIMEOUT_MS = 15_000;
/** The wait after a 429 that names no time. */
const QUOTA_WAIT_SECONDS = 60;
const CODING = "aes128gcm";

/** The library encrypts and signs; the request itself goes through the client that connects to public addresses. */
export function createWebPush({ key, subject, http, nowMs }: WebPushParts): WebPushService {
  return {
    publicKey: key.publicKey,
    async send({ endpoint, keys, payload, collapseKey, ttlSeconds }, signal) {
      const { headers, body } = webPush.generateRequestDetails({ endpoint, keys }, payload, {
        vapidDetails: { subject, ...key },
        contentEncoding: CODING,
        TTL: ttlSeconds,
        urgency: "high",
        topic: topicOf(collapseKey),
      });
      const request = { url: endpoint, headers, body, timeoutMs: TIMEOUT_MS, signal };
      return outcomeOf(await http.post(request), nowMs());
    },
  };
}

/** Returns true if messages can be encrypted for these keys. */
export function areUsable({ p256dh, auth }: SubscriptionKeys): boolean {
  try {
    webPush.encrypt(p256dh, auth, "", CODING);
    return true;
  } catch {
    return false;
  }
}

/** Returns the topic, at most 32 characters of base64url (RFC 8030, 5.4). */
const topicOf = (collapseKey: string) =>
  Buffer.from(hash("sha256", collapseKey, "buffer"))
    .toString("base64url")
    .slice(0, 32);

function outcomeOf(answer: OutboundAnswer, nowMs: number): PushOutcome {
  if (answer.kind === "unreachable") return { kind: "later", reason: answer.reason };
  const { status, text, retryAfter } = answer;
  if (status >= 200 && status < 300) return { kind: "delivered" };
  const reason = `the push service answered ${status}${text.trim() && `: ${text.trim()}`}`.slice(0, 500);
  if (status === 404 || status === 410) return { kind: "dead-token", reason };
  if (status >= 500 || status === 429 || status === 408) {
    const unnamedSeconds = status === 429 ? QUOTA_WAIT_SECONDS : undefined;
    return { kind: "later", reason, askedSeconds: retryAfterSeconds(retryAfter, nowMs) ?? unnamedSeconds };
  }
  return { kind: "refused", reason };
}
