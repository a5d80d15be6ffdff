import type { Webhook } from "@container-inspection/shared-schemas/webhooks";
import { auditOf } from "../../journal/audit/create-audit.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/context.ts";
import { etagOf, ifMatchHolds } from "../../platform/http/etag.ts";
import { fail, ok } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { type RecordedWebhook, recordWebhook, writtenPart } from "./present-webhook.ts";
import { lockWebhook, type WebhookRow } from "./webhook-store.ts";

/** A webhook that is locked until the transaction ends, with what its change needs. */
type OpenedWebhook = {
  tx: DatabaseOrTransaction;
  webhook: WebhookRow;
  now: Date;
  /** Writes a change of the webhook into the audit log; `after` is null for a deleted one. */
  audit: (action: string, after: RecordedWebhook | null) => Promise<void>;
};

/** Changes a webhook in one transaction. Refuses an unknown id (404), then an If-Match that does not hold (412). */
export async function changeWebhook<Reply extends Response>(
  c: AppContext,
  parts: Needs<"db" | "nowMs" | "newId">,
  id: string,
  change: (opened: OpenedWebhook) => Promise<Reply>,
) {
  const now = new Date(parts.nowMs());
  const audit = auditOf(c, parts);
  return parts.db.transaction(async (tx) => {
    const webhook = await lockWebhook(tx, id);
    if (!webhook) return refuseUnknownWebhook(c);
    const before = recordWebhook(webhook);
    if (!ifMatchHolds(c, writtenPart(before)))
      return fail(c, "PRECONDITION_FAILED", "The webhook has changed since it was read. Read it again.");
    const subject = { type: "webhook", id };
    return change({ tx, webhook, now, audit: (action, after) => audit(tx, { action, subject, before, after }) });
  });
}

export const refuseUnknownWebhook = (c: AppContext) => fail(c, "WEBHOOK_NOT_FOUND", "Webhook not found.");

/** Answers a webhook with its ETag, which covers what administrators write. */
export function answerWebhook(c: AppContext, shown: Webhook) {
  c.header("ETag", etagOf(writtenPart(shown)));
  return ok(c, shown);
}
