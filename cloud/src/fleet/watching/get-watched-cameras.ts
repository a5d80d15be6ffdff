import { changesQuery } from "@container-inspection/shared-schemas/changes-query";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { watchedCamerasData } from "@container-inspection/shared-schemas/live-pictures";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { edgeErrors, json } from "../../platform/http/describe.ts";
import { ok } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { waitOf } from "../long-poll/request-wait.ts";
import { findSenderId } from "../register/sender.ts";

const config = createRoute({
  method: "get",
  path: "/v1/edge/watched-cameras",
  operationId: "getWatchedCamerasV1",
  tags: ["Edge"],
  summary: "List the cameras of a device that users watch now, waiting for a change",
  description:
    "With `known` and `wait_seconds`, the reply comes when the list differs from the known one, or after that time: a device that asks again after " +
    "each reply learns within a second that a user watches a camera. A device has two such requests at most; a further one ends the oldest. A device " +
    "that has not sent a heartbeat yet gets an empty list at once.",
  request: { query: changesQuery },
  responses: {
    200: json(successEnvelope(watchedCamerasData), "The cameras; an unchanged list at the end of the wait"),
    ...edgeErrors("VALIDATION_ERROR"),
  },
});

export const getWatchedCameras = defineRoute(
  "edge",
  config,
  ({ db, watching }: Needs<"db" | "watching">) =>
    async (c) => {
      const { device_id: reportedId, known, wait_seconds: seconds } = c.req.valid("query");
      const deviceId = await findSenderId(c, db, reportedId);
      if (deviceId === undefined) return ok(c, { cameras: [], version: "none" });
      return ok(c, await watching.watchedOf(deviceId, known, waitOf(c, seconds)));
    },
);
