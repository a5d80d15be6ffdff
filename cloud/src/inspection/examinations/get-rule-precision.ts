import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { rulePrecision } from "@container-inspection/shared-schemas/examinations";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { json } from "../../platform/http/describe.ts";
import { ok } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { countPrecision } from "./examination-store.ts";

const DAY_MS = 86_400_000;
/** A year: older examinations were of visits that other rules judged. */
const DAYS = 365;

const config = createRoute({
  method: "get",
  path: "/v1/rules/precision",
  operationId: "getRulePrecisionV1",
  tags: ["Rule sets"],
  summary: "Count how often examinations confirmed each rule",
  description: `Of the last ${DAYS} days: the examinations of visits on which a rule had found something, and those that confirmed it.`,
  responses: {
    200: json(successEnvelope(z.object({ items: z.array(rulePrecision) })), "The rules, most examined first"),
  },
});

export const getRulePrecision = defineRoute(
  "supervisor",
  config,
  ({ db, nowMs }: Needs<"db" | "nowMs">) =>
    async (c) =>
      ok(c, { items: await countPrecision(db, new Date(nowMs() - DAYS * DAY_MS)) }),
  { readsReplica: true },
);
