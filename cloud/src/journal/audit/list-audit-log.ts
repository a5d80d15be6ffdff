import { auditEntry, listAuditLogQuery } from "@container-inspection/shared-schemas/audit";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { objectId } from "@container-inspection/shared-schemas/object-id";
import { countedPage } from "@container-inspection/shared-schemas/primitives";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { cursorOf, pageOf } from "../../platform/http/pages.ts";
import { ok } from "../../platform/http/replies.ts";
import { countAuditEntries, findAuditEntries } from "./audit-store.ts";
import { presentAuditEntry } from "./present-audit-entry.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/admin/audit-log",
  operationId: "listAuditLogV1",
  tags: ["Admin"],
  summary: "List the audit log, newest first",
  description:
    "Every write by users, edge devices and the service itself, recorded in the transaction of its effects. An update lists only the " +
    "fields that changed. Stream events and heartbeats are not included.",
  request: { query: listAuditLogQuery.extend({ cursor: cursorOf(objectId).optional() }) },
  responses: { 200: json(successEnvelope(countedPage(auditEntry)), "One page"), ...errors("VALIDATION_ERROR") },
});

export const listAuditLog = defineRoute(
  "admin",
  config,
  ({ db }: Needs<"db">) =>
    async (c) => {
      const { limit, cursor, total, subject, ...asked } = c.req.valid("query");
      const [subjectType, subjectId] = splitSubject(subject);
      const filter = { ...asked, subjectType, subjectId };
      const rows = await findAuditEntries(db, { ...filter, beforeId: cursor, limit: limit + 1 });
      const shown = pageOf(rows, limit, (row) => row.id, presentAuditEntry);
      return ok(c, total ? { ...shown, total: await countAuditEntries(db, filter) } : shown);
    },
  { readsReplica: true },
);

/** Splits `container:0123` into type and id; an id may contain colons. */
function splitSubject(subject: string | undefined): (string | undefined)[] {
  const at = subject?.indexOf(":") ?? -1;
  return at < 0 ? [subject] : [subject?.slice(0, at), subject?.slice(at + 1)];
}
