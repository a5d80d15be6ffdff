import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { objectId } from "@container-inspection/shared-schemas/object-id";
import { page } from "@container-inspection/shared-schemas/primitives";
import { listShiftsQuery, shift } from "@container-inspection/shared-schemas/shifts";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { cursorOf, pageOf } from "../../platform/http/pages.ts";
import { ok } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { presentShift } from "./present-shift.ts";
import { findShifts } from "./shift-store.ts";

const config = createRoute({
  method: "get",
  path: "/v1/shifts",
  operationId: "listShiftsV1",
  tags: ["Shifts"],
  summary: "List shifts, newest first",
  description: "With `active=true` the operators who are on shift now, at most one in each lane.",
  request: { query: listShiftsQuery.extend({ cursor: cursorOf(objectId).optional() }) },
  responses: { 200: json(successEnvelope(page(shift)), "One page"), ...errors("VALIDATION_ERROR") },
});

export const listShifts = defineRoute(
  "operator",
  config,
  ({ db, nowMs }: Needs<"db" | "nowMs">) =>
    async (c) => {
      const { limit, cursor, ...filter } = c.req.valid("query");
      const now = new Date(nowMs());
      const rows = await findShifts(db, { ...filter, beforeId: cursor, now, limit: limit + 1 });
      return ok(
        c,
        pageOf(
          rows,
          limit,
          (row) => row.shift.id,
          (row) => presentShift(row, now),
        ),
      );
    },
  { readsReplica: true },
);
