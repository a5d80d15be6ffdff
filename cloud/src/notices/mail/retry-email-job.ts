import { emailJob } from "@container-inspection/shared-schemas/emails";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute, z } from "@hono/zod-openapi";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { fail, ok } from "../../platform/http/replies.ts";
import { emailStore } from "./email-job-store.ts";
import { presentEmailJob } from "./present-email-job.ts";
import { deliverEmailKind } from "./send-email.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "post",
  path: "/v1/admin/email-jobs/{id}/retry",
  operationId: "retryEmailJobV1",
  tags: ["Admin"],
  summary: "Retry an email that was not sent",
  description: "An email that was sent, or whose link has expired, cannot be retried.",
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: json(successEnvelope(emailJob), "The job, pending again"),
    ...errors("EMAIL_JOB_NOT_FOUND", "EMAIL_NOT_RETRYABLE"),
  },
});

export const retryEmailJob = defineRoute(
  "admin",
  config,
  ({ db, jobs, newId, nowMs }: Needs<"db" | "jobs" | "newId" | "nowMs">) =>
    async (c) => {
      const { id } = c.req.valid("param");
      const now = new Date(nowMs());
      const audit = auditOf(c, { newId, nowMs });
      return db.transaction(async (tx) => {
        const job = await emailStore.lock(tx, id);
        if (!job) return fail(c, "EMAIL_JOB_NOT_FOUND", "Email job not found.");
        // An email whose process died is still pending: it can be retried, too.
        const reopened = job.linkExpiresAt > now ? await emailStore.reopen(tx, id, {}) : undefined;
        if (!reopened)
          return fail(c, "EMAIL_NOT_RETRYABLE", "This email has been sent already, or its link has expired.");
        const { attempts: earlier } = job;
        await jobs.enqueue(tx, deliverEmailKind, { emailJobId: id, attempt: earlier + 1, earlier });
        const [before, after] = [{ status: job.status }, { status: reopened.status, retriedAt: now.toISOString() }];
        await audit(tx, { action: "email-job.retry", subject: { type: "email-job", id }, before, after });
        return ok(c, presentEmailJob(reopened, now));
      });
    },
);
