import { emailJob, listEmailJobsQuery } from "@container-inspection/shared-schemas/emails";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { objectId } from "@container-inspection/shared-schemas/object-id";
import { page } from "@container-inspection/shared-schemas/primitives";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { cursorOf, pageOf } from "../../platform/http/pages.ts";
import { ok } from "../../platform/http/replies.ts";
import { emailStore } from "./email-job-store.ts";
import { presentEmailJob } from "./present-email-job.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/admin/email-jobs",
  operationId: "listEmailJobsV1",
  tags: ["Admin"],
  summary: "List emails, newest first",
  description: "Without a mail server, the job contains the link for an administrator to pass on.",
  request: { query: listEmailJobsQuery.extend({ cursor: cursorOf(objectId).optional() }) },
  responses: { 200: json(successEnvelope(page(emailJob)), "One page"), ...errors("VALIDATION_ERROR") },
});

export const listEmailJobs = defineRoute(
  "admin",
  config,
  ({ db, nowMs }: Needs<"db" | "nowMs">) =>
    async (c) => {
      const { limit, cursor, status, to } = c.req.valid("query");
      const rows = await emailStore.list(db, { equal: { status, recipient: to }, beforeId: cursor, limit: limit + 1 });
      const now = new Date(nowMs());
      const items = pageOf(
        rows,
        limit,
        ({ id }) => id,
        (row) => presentEmailJob(row, now),
      );
      return ok(c, items);
    },
  { readsReplica: true },
);
