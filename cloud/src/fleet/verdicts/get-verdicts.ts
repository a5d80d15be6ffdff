import { changesQuery } from "@container-inspection/shared-schemas/changes-query";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { edgeVerdictsData } from "@container-inspection/shared-schemas/verdicts";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { edgeErrors, json } from "../../platform/http/describe.ts";
import { ok } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { waitOf } from "../long-poll/request-wait.ts";
import { findSenderId } from "../register/sender.ts";

const config = createRoute({
  method: "get",
  path: "/v1/edge/verdicts",
  operationId: "getEdgeVerdictsV1",
  tags: ["Edge"],
  summary: "List how the containers that a device scanned are decided about, waiting for a change",
  description:
    "The visits in the 30 scans of the device that were taken last, within 24 hours, in the order in which they were taken. With `known` and `wait_seconds`, the reply comes when the list differs " +
    "from the known one, or after that time: a device that asks again after each reply learns of a decision within a second. A device has two such " +
    "requests at most; a further one ends the oldest. A device that has not sent a heartbeat yet gets an empty list at once.",
  request: { query: changesQuery },
  responses: {
    200: json(successEnvelope(edgeVerdictsData), "The verdicts; an unchanged list at the end of the wait"),
    ...edgeErrors("VALIDATION_ERROR"),
  },
});

export const getVerdicts = defineRoute("edge", config, ({ db, watching }: Needs<"db" | "watching">) => async (c) => {
  const { device_id: reportedId, known, wait_seconds: seconds } = c.req.valid("query");
  const deviceId = await findSenderId(c, db, reportedId);
  if (deviceId === undefined) return ok(c, { verdicts: [], version: "none" });
  return ok(c, await watching.verdictsOf(deviceId, known, waitOf(c, seconds)));
});
