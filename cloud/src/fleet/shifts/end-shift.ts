import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { shift } from "@container-inspection/shared-schemas/shifts";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { fail, ok } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { endEarly } from "./end-early.ts";
import { presentShift } from "./present-shift.ts";
import { lockShift, readBackShift } from "./shift-store.ts";

const config = createRoute({
  method: "post",
  path: "/v1/shifts/{id}/end",
  operationId: "endShiftV1",
  tags: ["Shifts"],
  summary: "End a shift before its time",
  description: "Operators end their own shifts, supervisors any. A shift that has ended stays as it is.",
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: json(successEnvelope(shift), "The shift"),
    ...errors("FORBIDDEN", "SHIFT_NOT_FOUND"),
  },
});

export const endShift = defineRoute("operator", config, (parts: Needs<"db" | "nowMs" | "newId">) => async (c) => {
  const { id } = c.req.valid("param");
  const caller = c.get("caller");
  const now = new Date(parts.nowMs());
  return parts.db.transaction(async (tx) => {
    const found = await lockShift(tx, id);
    if (!found) return fail(c, "SHIFT_NOT_FOUND", "Shift not found.");
    if (caller.role === "operator" && found.operatorId !== caller.userId)
      return fail(c, "FORBIDDEN", "This shift is another operator's.");
    if (found.endsAt > now) await endEarly(tx, found, { now, endedById: caller.userId, audit: auditOf(c, parts) });
    return ok(c, presentShift(await readBackShift(tx, id), now));
  });
});
