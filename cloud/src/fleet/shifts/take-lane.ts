import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { MAX_SHIFT_HOURS, shift, takeLaneRequest } from "@container-inspection/shared-schemas/shifts";
import { createRoute } from "@hono/zod-openapi";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { findActiveUser } from "../../people/accounts/user-store.ts";
import type { Caller } from "../../platform/http/context.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { created, fail } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { endEarly } from "./end-early.ts";
import { presentShift, snapshotShift } from "./present-shift.ts";
import { findActiveShift, insertShift, lockLane, readBackShift } from "./shift-store.ts";

const HOUR_MS = 3_600_000;

const config = createRoute({
  method: "post",
  path: "/v1/shifts",
  operationId: "takeLaneV1",
  tags: ["Shifts"],
  summary: "Take a lane for a shift",
  description:
    "From now until `until`, what the edge devices of the lane's cameras record is the operator's: the devices send the operator's address " +
    "as `user_email`. Operators take a lane for themselves, supervisors also for others, by `operatorId` or `email`. The shift before it in the " +
    "same lane ends.",
  request: { body: jsonBody(takeLaneRequest) },
  responses: {
    201: json(successEnvelope(shift), "The shift"),
    ...errors("VALIDATION_ERROR", "FORBIDDEN", "USER_NOT_FOUND"),
  },
});

export const takeLane = defineRoute(
  "operator",
  config,
  (parts: Needs<"settings" | "db" | "nowMs" | "newId">) => async (c) => {
    const { laneId, until, operatorId, email } = c.req.valid("json");
    const caller = c.get("caller");
    const now = new Date(parts.nowMs());
    const audit = auditOf(c, parts);
    const refuse = (path: string, message: string) =>
      fail(c, "VALIDATION_ERROR", "The body is not valid.", [{ path, message }]);
    if (until <= now || until.getTime() > now.getTime() + MAX_SHIFT_HOURS * HOUR_MS)
      return refuse("until", `must be within the next ${MAX_SHIFT_HOURS} hours`);
    if (caller.role === "operator" && isOther(caller, { operatorId, email }))
      return fail(c, "FORBIDDEN", "Operators take lanes for themselves only.");
    return parts.db.transaction(async (tx) => {
      if (!(await lockLane(tx, laneId))) return refuse("laneId", "is not the id of a lane");
      const operator = await findActiveUser(tx, email === undefined ? { id: operatorId ?? caller.userId } : { email });
      if (!operator || operator.email === parts.settings.edgeDefaultUserEmail)
        return fail(c, "USER_NOT_FOUND", "No active account has this id or email address.");
      const before = await findActiveShift(tx, laneId, now);
      if (before) await endEarly(tx, before, { now, endedById: caller.userId, audit });
      const facts = { laneId, operatorId: operator.id, takenById: caller.userId };
      const made = { id: parts.newId(), ...facts, startedAt: now, endsAt: until };
      await insertShift(tx, made);
      const subject = { type: "shift", id: made.id };
      await audit(tx, { action: "shift.begin", subject, before: null, after: snapshotShift(made) });
      return created(c, presentShift(await readBackShift(tx, made.id), now));
    });
  },
);

const isOther = (
  caller: Pick<Caller, "userId" | "email">,
  { operatorId = caller.userId, email = caller.email }: { operatorId: string | undefined; email: string | undefined },
) => operatorId !== caller.userId || email !== caller.email;
