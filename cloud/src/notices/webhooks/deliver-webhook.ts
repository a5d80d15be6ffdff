import { auditOfService } from "../../journal/audit/create-audit.ts";
import type { OutboundAnswer } from "../../platform/outbound/http-client.ts";
import { retryAfterSeconds } from "../../platform/outbound/retry-after.ts";
import type { Needs } from "../parts.ts";
import { presentWebhook } from "./present-webhook.ts";
import { signMessage } from "./sign-message.ts";
import { createSecretSeal, type SecretSeal } from "./signing-secret.ts";
import { noteWebhookTry, type WebhookDeliveryRow } from "./webhook-delivery-store.ts";
import { isGivenUp, nextWaitSeconds } from "./webhook-rules.ts";
import { disableWebhook, findWebhook, lockWebhook, noteFailing, type WebhookRow } from "./webhook-store.ts";

const TIMEOUT_MS = 15_000;

/** How a try ended: `gone` asks for no more, of this or anything else. */
type Outcome =
  | { kind: "delivered"; statusCode: number }
  | { kind: "failed" | "gone"; statusCode: number | null; reason: string; askedSeconds?: number | undefined };

/** Makes one try of a delivery: sends the event, signed, and writes down what became of it. Nothing is noted when `signal` cuts it off. */
export type DeliverWebhook = (delivery: WebhookDeliveryRow, signal: AbortSignal) => Promise<void>;

/** Builds what delivers; a delivery that another process makes at the same time carries the same id. */
export function createDeliverWebhook(
  parts: Needs<"settings" | "db" | "webhookHttp" | "logger" | "nowMs" | "newId">,
): DeliverWebhook {
  const seal = createSecretSeal(parts.settings.jwtSecret);
  return async (delivery, signal) => {
    const webhook = await findWebhook(parts.db, delivery.webhookId);
    if (!webhook) return;
    if (webhook.disabledAt) {
      const tried = { status: "failed" as const, lastStatusCode: null, lastError: "The webhook is disabled." };
      await noteWebhookTry(parts.db, delivery, { ...tried, nextAttemptAt: null, deliveredAt: null });
      return;
    }
    const outcome = await tryOnce(parts, seal, { webhook, delivery, signal });
    if (!signal.aborted) await settle(parts, { webhook, delivery }, outcome);
  };
}

type Pair = { webhook: WebhookRow; delivery: WebhookDeliveryRow };

async function tryOnce(
  { webhookHttp, nowMs }: Needs<"webhookHttp" | "nowMs">,
  seal: SecretSeal,
  { webhook, delivery, signal }: Pair & { signal: AbortSignal },
): Promise<Outcome> {
  const { id, url, secret, previousSecret, previousSecretEndsAt } = webhook;
  const current = seal.open(secret, id);
  if (current === undefined) {
    const reason = "The signing secret cannot be read since JWT_SECRET was changed: rotate the webhook's secret.";
    return { kind: "failed", statusCode: null, reason };
  }
  const isOverlap = previousSecretEndsAt !== null && previousSecretEndsAt.getTime() > nowMs();
  const previous = isOverlap && previousSecret !== null ? seal.open(previousSecret, id) : undefined;
  const secrets = previous === undefined ? [current] : [current, previous];
  const message = { id: delivery.id, body: delivery.payload, nowMs: nowMs() };
  const headers = { "User-Agent": "Container-Inspection-Webhooks", ...signMessage(message, secrets) };
  const answer = await webhookHttp.post({ url, headers, body: delivery.payload, timeoutMs: TIMEOUT_MS, signal });
  return readAnswer(answer, nowMs());
}

function readAnswer(answer: OutboundAnswer, nowMs: number): Outcome {
  if (answer.kind === "unreachable") return { kind: "failed", statusCode: null, reason: answer.reason };
  const { status: statusCode, retryAfter, text } = answer;
  if (statusCode >= 200 && statusCode < 300) return { kind: "delivered", statusCode };
  const said = text.replaceAll("\0", "").trim().slice(0, 200);
  const reason = `It answered ${statusCode}${said === "" ? "." : `: ${said}`}`;
  if (statusCode === 410) return { kind: "gone", statusCode, reason };
  return { kind: "failed", statusCode, reason, askedSeconds: retryAfterSeconds(retryAfter, nowMs) };
}

async function settle(
  parts: Needs<"db" | "logger" | "nowMs" | "newId">,
  { webhook: asked, delivery }: Pair,
  outcome: Outcome,
): Promise<void> {
  const { db, nowMs } = parts;
  const now = new Date(nowMs());
  const attempts = delivery.attempts + 1;
  await db.transaction(async (tx) => {
    // The webhook before its delivery, as by whoever deletes it or has a delivery made again; it may have changed during the try.
    const webhook = await lockWebhook(tx, asked.id);
    if (!webhook) return;
    if (outcome.kind === "delivered") {
      const tried = { status: "delivered" as const, lastStatusCode: outcome.statusCode, lastError: null };
      await noteWebhookTry(tx, delivery, { ...tried, nextAttemptAt: null, deliveredAt: now });
      await noteFailing(tx, webhook.id, null);
      return;
    }
    const { kind, statusCode: lastStatusCode, reason: lastError, askedSeconds } = outcome;
    const isGone = kind === "gone" && webhook.url === asked.url;
    const waitSeconds = isGone ? undefined : nextWaitSeconds(attempts, askedSeconds, Math.random());
    // After days without an event, `failingSince` is old: the tries of one that fails now are made all the same.
    const isLeft = isGone || (waitSeconds === undefined && isGivenUp(webhook.failingSince, nowMs()));
    const nextAttemptAt = waitSeconds === undefined ? null : new Date(nowMs() + waitSeconds * 1_000);
    const status = nextAttemptAt ? ("pending" as const) : ("failed" as const);
    const tried = { status, lastStatusCode, lastError, nextAttemptAt, deliveredAt: null };
    if (!(await noteWebhookTry(tx, delivery, tried))) return;
    await noteFailing(tx, webhook.id, now);
    if (isLeft) await disable(parts, tx, { webhook, reason: isGone ? "gone" : "failing", now });
    if (waitSeconds === undefined)
      parts.logger.error(
        { deliveryId: delivery.id, webhookId: webhook.id, why: lastError },
        "an event did not reach a webhook",
      );
  });
}

async function disable(
  parts: Needs<"logger" | "nowMs" | "newId">,
  tx: Needs<"db">["db"],
  { webhook, reason, now }: { webhook: WebhookRow; reason: "gone" | "failing"; now: Date },
): Promise<void> {
  const disabled = await disableWebhook(tx, webhook.id, { reason, now });
  if (!disabled) return;
  // Without its address, which is a secret of many receivers.
  parts.logger.error({ webhookId: webhook.id, reason }, "a webhook is disabled");
  const [before, after] = [presentWebhook(webhook), presentWebhook(disabled)];
  await auditOfService(parts)(tx, {
    action: "webhook.disable",
    subject: { type: "webhook", id: webhook.id },
    before,
    after,
  });
}
