import { manifest, successEnvelope } from "@container-inspection/shared-schemas";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, notModified } from "../../platform/http/describe.ts";
import { fail, okWithEtag } from "../../platform/http/replies.ts";
import { maySeeManifest } from "./manifest-rules.ts";
import { findManifest } from "./manifest-store.ts";
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
  const found = await findManifest(db, c.req.valid("param").id);
  if (!found) return fail(c, "MANIFEST_NOT_FOUND", "There is no manifest with this id.");
  if (!maySeeManifest(c.get("caller"), found)) return fail(c, "FORBIDDEN", "This manifest belongs to somebody else.");
  return okWithEtag(c, presentManifest(found));
});
