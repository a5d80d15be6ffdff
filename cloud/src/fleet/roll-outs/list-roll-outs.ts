import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { objectId } from "@container-inspection/shared-schemas/object-id";
import { page, pageQuery } from "@container-inspection/shared-schemas/primitives";
import { rollOut } from "@container-inspection/shared-schemas/releases";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { cursorOf, pageOf } from "../../platform/http/pages.ts";
import { ok } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { presentRollOut } from "./present-roll-out.ts";
import { findRollOuts } from "./roll-out-store.ts";

const config = createRoute({
  method: "get",
  path: "/v1/admin/roll-outs",
  operationId: "listRollOutsV1",
  tags: ["Roll-outs"],
  summary: "List roll-outs, newest first",
  request: { query: pageQuery.extend({ cursor: cursorOf(objectId).optional() }) },
  responses: { 200: json(successEnvelope(page(rollOut)), "One page"), ...errors("VALIDATION_ERROR") },
});

export const listRollOuts = defineRoute(
  "admin",
  config,
  ({ db }: Needs<"db">) =>
    async (c) => {
      const { limit, cursor } = c.req.valid("query");
      const rows = await findRollOuts(db, { beforeId: cursor, limit: limit + 1 });
      return ok(
        c,
        pageOf(rows, limit, (row) => row.rollOut.id, presentRollOut),
      );
    },
  { readsReplica: true },
);
