import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { manifest } from "@container-inspection/shared-schemas/manifests";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, notModified } from "../../platform/http/describe.ts";
import { okWithEtag } from "../../platform/http/replies.ts";
import { openManifest } from "./open-manifest.ts";
import { presentManifest } from "./present-manifest.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/manifests/{id}",
  operationId: "getManifestV1",
  tags: ["Manifests"],
  summary: "One manifest",
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: json(successEnvelope(manifest), "The manifest"),
    ...notModified,
    ...errors("FORBIDDEN", "MANIFEST_NOT_FOUND"),
  },
});

export const getManifest = defineRoute("operator", config, ({ db }: Needs<"db">) => async (c) => {
  const { found, refusal } = await openManifest(c, db, c.req.valid("param").id);
  return refusal ?? okWithEtag(c, presentManifest(found));
});
