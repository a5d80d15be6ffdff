import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { notificationSettings } from "@container-inspection/shared-schemas/notifications";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { json, notModified } from "../../platform/http/describe.ts";
import { okWithEtag } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { findSettings, findSiteNames } from "./notification-store.ts";
import { presentNotifications } from "./present-notifications.ts";

const config = createRoute({
  method: "get",
  path: "/v1/user/me/notifications",
  operationId: "getNotificationsV1",
  tags: ["Users"],
  summary: "Get what the caller receives by mail",
  description: `Alerts report what does not work at the gates, and when it works again. Those of some minutes share one mail, at most one in ten
minutes. A shift report counts what happened in a shift, when it ends. Until the caller chooses, admins receive every alert, supervisors
and operators none, and every user the reports of the own shifts.`,
  responses: { 200: json(successEnvelope(notificationSettings), "The settings"), ...notModified },
});

export const getNotifications = defineRoute(
  "operator",
  config,
  ({ db, mailer }: Needs<"db" | "mailer">) =>
    async (c) => {
      const { userId, role } = c.get("caller");
      const [chosen, siteNames] = [await findSettings(db, userId), await findSiteNames(db)];
      return okWithEtag(c, presentNotifications(role, chosen, { siteNames, hasMailer: mailer !== undefined }));
    },
);
