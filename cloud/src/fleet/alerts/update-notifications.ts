import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import {
  notificationSettings,
  type UpdateNotificationsRequest,
  updateNotificationsRequest,
} from "@container-inspection/shared-schemas/notifications";
import type { Role } from "@container-inspection/shared-schemas/roles";
import { createRoute } from "@hono/zod-openapi";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { lockUser } from "../../people/accounts/user-store.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { ifMatchHolds } from "../../platform/http/etag.ts";
import { fail, okWithEtag } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { alertsFor, shiftReportsFor, wishesOf } from "./notification-rules.ts";
import { findSettings, findSiteNames, saveSettings } from "./notification-store.ts";
import { presentNotifications } from "./present-notifications.ts";

const config = createRoute({
  method: "put",
  path: "/v1/user/me/notifications",
  operationId: "updateNotificationsV1",
  tags: ["Users"],
  summary: "Choose what the caller receives by mail",
  description: "Fields that are absent stay unchanged. Honours If-Match.",
  request: { body: jsonBody(updateNotificationsRequest) },
  responses: {
    200: json(successEnvelope(notificationSettings), "The settings"),
    ...errors("VALIDATION_ERROR", "PRECONDITION_FAILED"),
  },
});

type Detail = { path: string; message: string };

export const updateNotifications = defineRoute(
  "operator",
  config,
  (parts: Needs<"db" | "mailer" | "newId" | "nowMs">) => async (c) => {
    const { db, mailer, nowMs } = parts;
    const change = c.req.valid("json");
    const { userId, role } = c.get("caller");
    const audit = auditOf(c, parts);
    return db.transaction(async (tx) => {
      // One change of a user at a time.
      await lockUser(tx, userId);
      const [found, siteNames] = [await findSettings(tx, userId), await findSiteNames(tx)];
      const details = refusalsOf(change, role, siteNames);
      if (details.length > 0) return fail(c, "VALIDATION_ERROR", "The body is not valid.", details);
      const shown = { siteNames, hasMailer: mailer !== undefined };
      if (!ifMatchHolds(c, presentNotifications(role, found, shown)))
        return fail(c, "PRECONDITION_FAILED", "The settings have changed since they were read. Read them again.");
      const before = wishesOf(role, found ?? null);
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      const after = { ...before, ...given };
      const row = { userId, ...after, updatedAt: new Date(nowMs()) };
      await saveSettings(tx, row);
      await audit(tx, { action: "user.set-notifications", subject: { type: "user", id: userId }, before, after });
      return okWithEtag(c, presentNotifications(role, row, shown));
    });
  },
);

/**
 * Returns an error for each notification that the role may not receive and each site that does not exist.
 */
function refusalsOf(
  { alerts = [], siteIds, shiftReports }: UpdateNotificationsRequest,
  role: Role,
  siteNames: ReadonlyMap<string, string>,
): Detail[] {
  const mayReceive = alertsFor(role);
  const message = `is not available to the role ${role}`;
  return [
    ...alerts.flatMap((kind, index) => (mayReceive.includes(kind) ? [] : [{ path: `alerts.${index}`, message }])),
    ...(siteIds ?? []).flatMap((id, index) =>
      siteNames.has(id) ? [] : [{ path: `siteIds.${index}`, message: "names no site" }],
    ),
    ...(shiftReports && !shiftReportsFor(role).includes(shiftReports) ? [{ path: "shiftReports", message }] : []),
  ];
}
