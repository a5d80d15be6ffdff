import { expectedNumbersData, successEnvelope } from "@container-inspection/shared-schemas";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../platform/http/define-route.ts";
import { json, notModified } from "../platform/http/describe.ts";
import { okWithEtag } from "../platform/http/replies.ts";
import { findExpectedNumbers } from "./expected-number-store.ts";
import type { Needs } from "./parts.ts";

const DAY_MS = 24 * 3_600_000;
/** Papers come weeks before the ship does. */
const MANIFEST_AGE_MS = 180 * DAY_MS;
const CONTAINER_AGE_MS = 30 * DAY_MS;

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
  ({ db, nowMs: now }: Needs<"db" | "nowMs">) =>
    async (c) => {
      const nowMs = now();
      const since = { manifests: new Date(nowMs - MANIFEST_AGE_MS), containers: new Date(nowMs - CONTAINER_AGE_MS) };
      return okWithEtag(c, { numbers: await findExpectedNumbers(db, since) });
    },
);
