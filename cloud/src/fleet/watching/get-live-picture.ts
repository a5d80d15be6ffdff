import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { livePicture, livePictureQuery } from "@container-inspection/shared-schemas/live-pictures";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { findCamera } from "../cameras/camera-store.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { fail, ok } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { waitOf } from "../long-poll/request-wait.ts";
import { MAX_CAMERAS_PER_USER } from "./watch-rules.ts";

const config = createRoute({
  method: "get",
  path: "/v1/cameras/{cameraId}/live-picture",
  operationId: "getLivePictureV1",
  tags: ["Cameras"],
  summary: "Watch a camera: its newest small picture with the tracked objects, waiting for the next one",
  description:
    "The device of the camera sends pictures only while requests come: ask again after each reply, with its `version` as `after` and a `waitSeconds`, " +
    "and wait some seconds after a reply without a picture that came at once. `absence` states why no newer picture comes. " +
    `A user watches at most ${MAX_CAMERAS_PER_USER} cameras at the same time (\`TOO_MANY_STREAMS\`).`,
  request: { params: z.object({ cameraId: z.string() }), query: livePictureQuery },
  responses: {
    200: json(successEnvelope(livePicture), "The newest picture, or why there is none"),
    ...errors("VALIDATION_ERROR", "CAMERA_NOT_FOUND", "TOO_MANY_STREAMS"),
  },
});

export const getLivePicture = defineRoute(
  "operator",
  config,
  ({ db, watching }: Needs<"db" | "watching">) =>
    async (c) => {
      const { cameraId } = c.req.valid("param");
      const { after, waitSeconds } = c.req.valid("query");
      const { userId } = c.get("caller");
      const shown = await watching.view({ cameraId, userId, after }, waitOf(c, waitSeconds));
      if (shown === "too-many-cameras") {
        c.header("Retry-After", "5");
        return fail(c, "TOO_MANY_STREAMS", `You watch ${MAX_CAMERAS_PER_USER} cameras already. Close one of them.`);
      }
      const isUnknown = shown.absence?.reason === "no-device" && !(await findCamera(db, cameraId));
      if (isUnknown) return fail(c, "CAMERA_NOT_FOUND", "No device reports a camera with this id.");
      return ok(c, shown);
    },
);
