import { unmappedClass } from "@container-inspection/shared-schemas/category-map";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { isKnownClass } from "../../match/rules/pictures.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { json } from "../../platform/http/describe.ts";
import { ok } from "../../platform/http/replies.ts";
import { findVersionsInForce } from "../judging/rules-in-force-store.ts";
import type { Needs } from "../parts.ts";
import { countSeenClasses } from "./seen-class-store.ts";

const DAY_MS = 86_400_000;
const DAYS = 30;
const MAX_SCANS = 10_000;

const config = createRoute({
  method: "get",
  path: "/v1/admin/category-map/unmapped-classes",
  operationId: "listUnmappedClassesV1",
  tags: ["Admin"],
  summary: "List the classes of cargo scans that no category map names, most seen first",
  description:
    `Those of the last ${MAX_SCANS.toLocaleString("en")} scans of the last ${DAYS} days that neither the category map nor the rule set for every site ` +
    "names. Each visit on which one is seen is at least yellow until the map names it.",
  responses: { 200: json(successEnvelope(z.object({ items: z.array(unmappedClass) })), "The classes") },
});

export const listUnmappedClasses = defineRoute(
  "admin",
  config,
  ({ db, matchRules, nowMs }: Needs<"db" | "matchRules" | "nowMs">) =>
    async (c) => {
      const rules = await matchRules.at(db, await findVersionsInForce(db, null));
      const since = new Date(nowMs() - DAYS * DAY_MS);
      const seen = await countSeenClasses(db, { since, maxScans: MAX_SCANS });
      return ok(c, { items: seen.filter(({ className }) => !isKnownClass(className, rules.map, rules.alerts)) });
    },
  { readsReplica: true },
);
