import { messageEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { ifMatchHolds } from "../../platform/http/etag.ts";
import { fail, okMessage } from "../../platform/http/replies.ts";
import { deleteRegistration, lockRegistration } from "./camera-store.ts";
import { presentRegistration, snapshotRegistration } from "./present-camera.ts";
import { judgeAllLater } from "../../inspection/record/lane-jobs.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "delete",
  path: "/v1/admin/cameras/{cameraId}",
  operationId: "unregisterCameraV1",
  tags: ["Cameras"],
  summary: "Delete the registration of a camera",
  description: "Its events and scans stay, and it stays on the list if it has any. Honours If-Match.",
  request: { params: z.object({ cameraId: z.string() }) },
  responses: {
    200: json(messageEnvelope, "The registration was deleted"),
    ...errors("CAMERA_NOT_FOUND", "PRECONDITION_FAILED"),
  },
});

export const unregisterCamera = defineRoute(
  "admin",
  config,
  (parts: Needs<"db" | "jobs" | "nowMs" | "newId">) => async (c) => {
    const { cameraId } = c.req.valid("param");
    const audit = auditOf(c, parts);
    return parts.db.transaction(async (tx) => {
      const found = await lockRegistration(tx, cameraId);
      if (!found) return fail(c, "CAMERA_NOT_FOUND", "No camera with this id is registered.");
      if (!ifMatchHolds(c, presentRegistration(found)))
        return fail(c, "PRECONDITION_FAILED", "The registration has changed since it was read. Read it again.");
      await deleteRegistration(tx, cameraId);
      if (found.laneId !== null) await judgeAllLater(tx, parts.jobs);
      const subject = { type: "camera", id: cameraId };
      await audit(tx, { action: "camera.unregister", subject, before: snapshotRegistration(found), after: null });
      return okMessage(c, "Camera registration deleted.");
    });
  },
);
