import { expectedNumbersData } from "@container-inspection/shared-schemas/edge";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { findExpectedNumbers } from "../inspection/containers/expected-number-store.ts";
import { defineRoute } from "../platform/http/define-route.ts";
import { json, notModified } from "../platform/http/describe.ts";
import { okWithEtag } from "../platform/http/replies.ts";
import type { Needs } from "./parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/edge/expected-numbers",
  operationId: "getExpectedNumbersV1",
  tags: ["Edge"],
  summary: "List the container numbers that readers may expect",
  description:
    "Numbers on manifests that changed within 180 days, unless the manifest is rejected or its container cleared, and " +
    "numbers of containers that changed within 30 days; at most the newest 10,000 of each. With `If-None-Match`, the list " +
    "is sent only when it has changed.",
  responses: {
    200: json(successEnvelope(expectedNumbersData), "The numbers"),
    ...notModified,
  },
});

export const getExpectedNumbers = defineRoute(
  "edge",
  config,
  ({ db, nowMs }: Needs<"db" | "nowMs">) =>
    async (c) =>
      okWithEtag(c, { numbers: await findExpectedNumbers(db, nowMs()) }),
);
