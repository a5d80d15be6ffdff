import { cameraId } from "@container-inspection/shared-schemas/cameras";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { cameraRegistration, putCameraRequest } from "@container-inspection/shared-schemas/topology";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { ifMatchHolds } from "../../platform/http/etag.ts";
import { fail, okWithEtag } from "../../platform/http/replies.ts";
import { hasLane, lockTopology } from "../topology/topology-store.ts";
import { type CameraRow, lockRegistration, saveRegistration } from "./camera-store.ts";
import { presentRegistration, snapshotRegistration } from "./present-camera.ts";
import { judgeAllLater } from "../../inspection/record/lane-jobs.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "put",
  path: "/v1/admin/cameras/{cameraId}",
  operationId: "registerCameraV1",
  tags: ["Cameras"],
  summary: "Register a camera, or change its registration",
  description:
    "The id is the `camera_id` that its device sends; the camera need not have sent anything yet. Fields that are left out keep their " +
    "value, null clears them. Honours If-Match, with the ETag of the registration.",
  request: { params: z.object({ cameraId }), body: jsonBody(putCameraRequest) },
  responses: {
    200: json(successEnvelope(cameraRegistration), "The registration"),
    ...errors("VALIDATION_ERROR", "PRECONDITION_FAILED"),
  },
});

export const registerCamera = defineRoute(
  "admin",
  config,
  (parts: Needs<"db" | "jobs" | "nowMs" | "newId">) => async (c) => {
    const { cameraId } = c.req.valid("param");
    const wanted = c.req.valid("json");
    const now = new Date(parts.nowMs());
    const audit = auditOf(c, parts);
    return parts.db.transaction(async (tx) => {
      await lockTopology(tx);
      const found = await lockRegistration(tx, cameraId);
      if (found ? !ifMatchHolds(c, presentRegistration(found)) : c.req.header("If-Match") !== undefined)
        return fail(c, "PRECONDITION_FAILED", "The registration has changed since it was read. Read it again.");
      const before = found ?? {
        cameraId,
        name: null,
        position: null,
        view: null,
        laneId: null,
        createdAt: now,
        updatedAt: now,
      };
      const after: CameraRow = { ...before, ...withoutAbsent(wanted), updatedAt: now };
      if (after.laneId !== null && !(await hasLane(tx, after.laneId)))
        return fail(c, "VALIDATION_ERROR", "The body is not valid.", [
          { path: "laneId", message: "is not the id of a lane" },
        ]);
      if (found && isSame(found, after)) return okWithEtag(c, presentRegistration(found));
      await saveRegistration(tx, after);
      // Its pictures are judged by the rules of the site that it is at.
      if (before.laneId !== after.laneId) await judgeAllLater(tx, parts.jobs);
      await audit(tx, {
        action: found ? "camera.update" : "camera.register",
        subject: { type: "camera", id: cameraId },
        before: found ? snapshotRegistration(found) : null,
        after: snapshotRegistration(after),
      });
      return okWithEtag(c, presentRegistration(after));
    });
  },
);

const isSame = (one: CameraRow, other: CameraRow) =>
  one.name === other.name && one.position === other.position && one.view === other.view && one.laneId === other.laneId;

function withoutAbsent({ name, position, view, laneId }: z.infer<typeof putCameraRequest>) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(position === undefined ? {} : { position }),
    ...(view === undefined ? {} : { view }),
    ...(laneId === undefined ? {} : { laneId }),
  };
}
