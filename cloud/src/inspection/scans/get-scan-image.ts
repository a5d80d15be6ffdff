import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { rangeHeaders } from "../../platform/http/send-range.ts";
import { answerPicture, pictureParams, scanPictureResponses } from "./answer-picture.ts";
import { createScanThumbnails } from "./scan-thumbnail.ts";
import type { ScanRow } from "./scan-store.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/containers/{id}/scans/{scanId}/image",
  operationId: "getScanImageV1",
  tags: ["Scans"],
  summary: "The picture of a scan",
  description: "As it was sent, or with `size=thumbnail` a JPEG of at most 320 × 320 pixels.",
  request: {
    params: pictureParams,
    query: z.object({ size: z.enum(["original", "thumbnail"]).optional() }),
    headers: rangeHeaders,
  },
  responses: scanPictureResponses,
});

const imageOf = (scan: ScanRow) => ({
  key: scan.imageKey,
  contentType: scan.imageContentType,
  sha256: scan.imageSha256,
  sizeBytes: scan.imageSizeBytes,
});

export const getScanImage = defineRoute("operator", config, (parts: Needs<"db" | "storage" | "logger">) => {
  const findThumbnail = createScanThumbnails(parts);
  return async (c) => {
    const wantsThumbnail = c.req.valid("query").size === "thumbnail";
    // Of deleted pictures there is none to draw: the reply is the same for both sizes.
    return answerPicture(c, parts, c.req.valid("param"), (scan) =>
      wantsThumbnail && scan.imageDeletedAt === null ? findThumbnail(scan) : imageOf(scan),
    );
  };
});
