import { auditOfService } from "../../journal/audit/create-audit.ts";
import type { OutboundAnswer } from "../../platform/outbound/http-client.ts";
import { retryAfterSeconds } from "../../platform/outbound/retry-after.ts";
import type { Outcome } from "../deliveries/delivery-rules.ts";
import { type Channel, settleAttempt } from "../deliveries/settle-attempt.ts";
import type { Needs } from "../parts.ts";
import { recordWebhook } from "./present-webhook.ts";
import { signForDcsa, signMessage } from "./sign-message.ts";
import type { SecretSeal } from "../../platform/settings/secret-seal.ts";
import { createSigningSeal } from "./signing-secret.ts";
import { type WebhookDeliveryRow, webhookDeliveryStore } from "./webhook-delivery-store.ts";
import { isGivenUp, webhookBackOff } from "./webhook-rules.ts";
import { disableWebhook, findWebhook, lockWebhook, recordFailing, type WebhookRow } from "./webhook-store.ts";

const TIMEOUT_MS = 15_000;
const GONE = 410;

/** Outcome of an attempt, with its status code; null without an answer. */
type Answered = { outcome: Exclude<Outcome, { kind: "dropped" }>; statusCode: number | null };

const channel: Channel<WebhookDeliveryRow> = {
  store: webhookDeliveryStore,
  backOff: webhookBackOff,
  failure: "an event did not reach a webhook",
  logged: ({ webhookId }) => ({ webhookId }),
  columns: (settled) => settled,
};

/** Dependencies for the delivery of events. */
export type WebhookParts = Needs<
  "settings" | "db" | "webhookHttp" | "traces" | "logger" | "nowMs" | "newId" | "random"
>;

/**
 * Makes one attempt of a delivery: sends the event, signed, and records the outcome. Records nothing when `signal`
 * aborts it.
 */
export type DeliverWebhook = (delivery: WebhookDeliveryRow, signal: AbortSignal) => Promise<void>;

/** Creates the function that attempts deliveries. Two processes that attempt one at the same time send the same id. */
export function createDeliverWebhook(parts: WebhookParts): DeliverWebhook {
  const seal = createSigningSeal(parts.settings.jwtSecret);
  return async (delivery, signal) => {
    const webhook = await findWebhook(parts.db, delivery.webhookId);
    if (!webhook) return;
    if (webhook.disabledAt) {
      const change = { lastStatusCode: null, lastError: "The webhook is disabled.", nextAttemptAt: null };
      await webhookDeliveryStore.recordAttempt(parts.db, delivery, { status: "failed", ...change });
      return;
    }
    const answered = await attempt(parts, seal, { webhook, delivery, signal });
    if (!signal.aborted) await settle(parts, { webhook, delivery }, answered);
  };
}

type Pair = { webhook: WebhookRow; delivery: WebhookDeliveryRow };

async function attempt(
  { webhookHttp, traces, nowMs }: Needs<"webhookHttp" | "traces" | "nowMs">,
  seal: SecretSeal,
  { webhook, delivery, signal }: Pair & { signal: AbortSignal },
): Promise<Answered> {
  const { id, url, secret, previousSecret, previousSecretEndsAt } = webhook;
  const current = seal.open(secret, id);
  if (current === undefined) {
    const reason = "The signing secret cannot be read since JWT_SECRET was changed: rotate the webhook's secret.";
    return { outcome: { kind: "later", reason }, statusCode: null };
  }
  const isOverlap = previousSecretEndsAt !== null && previousSecretEndsAt.getTime() > nowMs();
  const previous = isOverlap && previousSecret !== null ? seal.open(previousSecret, id) : undefined;
  const secrets = previous === undefined ? [current] : [current, previous];
  const message = { id: delivery.id, body: delivery.payload, nowMs: nowMs() };
  const ofFormat = webhook.format === "dcsa" ? signForDcsa(message.body, current, id) : {};
  const headers = { "User-Agent": "Container-Inspection-Webhooks", ...signMessage(message, secrets), ...ofFormat };
  const { payload: body, traceparent, createdAt } = delivery;
  const options = {
    kind: "client" as const,
    after: traceparent === null ? undefined : { traceparent, atMs: createdAt.getTime() },
    attributes: { "webhook.id": id, "webhook.delivery.id": delivery.id, "event.type": delivery.type },
  };
  return traces.begin("deliver webhook", options, async (span) => {
    const traced = span.traceparent === undefined ? headers : { ...headers, traceparent: span.traceparent };
    const answer = await webhookHttp.post({ url, headers: traced, body, timeoutMs: TIMEOUT_MS, signal });
    const answered = readAnswer(answer, nowMs());
    span.set({ "http.response.status_code": answered.statusCode ?? undefined });
    if (answered.outcome.kind !== "delivered") span.fail(answered.outcome.kind);
    return answered;
  });
}

function readAnswer(answer: OutboundAnswer, nowMs: number): Answered {
  if (answer.kind === "unreachable") return { outcome: { kind: "later", reason: answer.reason }, statusCode: null };
  const { status: statusCode, retryAfter, text } = answer;
  if (statusCode >= 200 && statusCode < 300) return { outcome: { kind: "delivered" }, statusCode };
  const body = text.replaceAll("\0", "").trim().slice(0, 200);
  const reason = `It answered ${statusCode}${body === "" ? "." : `: ${body}`}`;
  return { outcome: { kind: "later", reason, askedSeconds: retryAfterSeconds(retryAfter, nowMs) }, statusCode };
}

async function settle(
  parts: Needs<"db" | "logger" | "nowMs" | "newId" | "random">,
  { webhook: asked, delivery }: Pair,
  { outcome, statusCode: lastStatusCode }: Answered,
): Promise<void> {
  const { db, nowMs } = parts;
  const now = new Date(nowMs());
  await db.transaction(async (tx) => {
    // Locks the webhook before its delivery, as deleting it and retrying the delivery do; it may have changed during
    // the attempt.
    const webhook = await lockWebhook(tx, asked.id);
    if (!webhook) return;
    const isGone = lastStatusCode === GONE && webhook.url === asked.url;
    const final = isGone && outcome.kind === "later" ? { ...outcome, kind: "refused" as const } : outcome;
    const made = { delivery, outcome: final, earlier: delivery.earlierAttempts, change: { lastStatusCode } };
    const settled = await settleAttempt(parts, tx, channel, made);
    if (outcome.kind === "delivered") return recordFailing(tx, webhook.id, null);
    if (!settled) return;
    await recordFailing(tx, webhook.id, now);
    // After days without an event, `failingSince` is old: all attempts of an event that fails now are made first.
    const isLost = !settled.nextAt && isGivenUp(webhook.failingSince, nowMs());
    if (isGone || isLost) await disable(parts, tx, { webhook, reason: isGone ? "gone" : "failing", now });
  });
}

async function disable(
  parts: Needs<"logger" | "nowMs" | "newId">,
  tx: Needs<"db">["db"],
  { webhook, reason, now }: { webhook: WebhookRow; reason: "gone" | "failing"; now: Date },
): Promise<void> {
  const disabled = await disableWebhook(tx, webhook.id, { reason, now });
  if (!disabled) return;
  // Does not log the address, which is a secret of many receivers.
  parts.logger.error({ webhookId: webhook.id, reason }, "a webhook is disabled");
  const [before, after] = [recordWebhook(webhook), recordWebhook(disabled)];
  await auditOfService(parts)(tx, {
    action: "webhook.disable",
    subject: { type: "webhook", id: webhook.id },
    before,
    after,
  });
}
