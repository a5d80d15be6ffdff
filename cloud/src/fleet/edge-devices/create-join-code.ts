import { edgeJoinCode } from "@container-inspection/shared-schemas/edge-devices";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { created } from "../../platform/http/replies.ts";
import { changeUsableDevice } from "./change-edge-device.ts";
import { issueJoinCode } from "./issue-join-code.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "post",
  path: "/v1/admin/edge-devices/{id}/join-code",
  operationId: "createJoinCodeV1",
  tags: ["Edge devices"],
  summary: "Create a one-time code with which a device gets its key",
  description:
    "The code is returned only here. It works once, for 15 minutes, at `POST /v1/edge/join`, and replaces a code that is still open. " +
    "Honours If-Match.",
  request: { params: z.object({ id: z.string() }) },
  responses: {
    201: json(successEnvelope(edgeJoinCode), "The code"),
    ...errors("EDGE_DEVICE_NOT_FOUND", "EDGE_DEVICE_REVOKED", "PRECONDITION_FAILED"),
  },
});

export const createJoinCode = defineRoute(
  "admin",
  config,
  (parts: Needs<"settings" | "db" | "nowMs" | "newId">) => async (c) => {
    const { id } = c.req.valid("param");
    return changeUsableDevice(c, parts, id, async ({ tx, now, audit }) => {
      const issued = await issueJoinCode(tx, parts, { deviceId: id, createdById: c.get("caller").userId, now });
      const expiresAt = issued.expiresAt.toISOString();
      await audit("edge-device.make-join-code", { before: null, after: { expiresAt } });
      return created(c, { code: issued.code, expiresAt });
    });
  },
);
