import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { edgeErrors, notModified } from "../../platform/http/describe.ts";
import { fail } from "../../platform/http/replies.ts";
import { rangeHeaders, sendRange } from "../../platform/http/send-range.ts";
import type { Needs } from "../parts.ts";
import { readPieces } from "./release-pieces.ts";
import { findRelease } from "./release-store.ts";

const OCTETS: string = "application/octet-stream";
const content = { [OCTETS]: { schema: z.string().meta({ format: "binary" }) } };

const config = createRoute({
  method: "get",
  path: "/v1/edge/releases/{id}",
  operationId: "downloadReleaseV1",
  tags: ["Edge"],
  summary: "Download a version of a model or of settings",
  description:
    "The file as it was uploaded, for the devices whose heartbeats are answered with it (`releases`), and open to every other device. A download that " +
    "was cut continues with `Range` and `If-Range`. The device checks its SHA-256 and the signature by its own `releaseKey`.",
  request: { params: z.object({ id: z.string() }), headers: rangeHeaders },
  responses: {
    200: { description: "The file; the strong ETag is its SHA-256", content },
    206: { description: "The requested range of bytes, given by Content-Range", content },
    ...notModified,
    ...edgeErrors("RELEASE_NOT_FOUND", "RANGE_NOT_SATISFIABLE"),
  },
});

export const downloadRelease = defineRoute("edge", config, ({ db, storage }: Needs<"db" | "storage">) => async (c) => {
  const found = await findRelease(db, c.req.valid("param").id);
  if (!found) return fail(c, "RELEASE_NOT_FOUND", "No release has this id.");
  const { release } = found;
  const { sha256, sizeBytes } = release;
  const sent = await sendRange(c, {
    what: "release",
    key: `releases/${release.id}`,
    sha256,
    sizeBytes,
    contentType: OCTETS,
    headers: { "Cache-Control": "private, no-cache", "X-Content-Type-Options": "nosniff" },
    read: (range) => readPieces(storage, release, range),
  });
  return sent ?? fail(c, "RELEASE_NOT_FOUND", "The file of this release is no longer in the storage.");
});
