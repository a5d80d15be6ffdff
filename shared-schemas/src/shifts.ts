import { z } from "zod";
import { datetime, email, pageQuery, text, timestamp } from "./primitives.ts";

/** A shift lasts at most this long. */
export const MAX_SHIFT_HOURS = 24;

const place = z.object({ id: z.string(), name: z.string() });
const person = z.object({ id: z.string(), email: z.string() });

/** An operator who works in a lane for some hours. */
export const shift = z
  .object({
    id: z.string(),
    lane: place,
    site: place,
    operator: person,
    takenBy: person.describe("the operator, or the supervisor who took the lane for the operator"),
    startedAt: datetime,
    endsAt: datetime.describe("as planned, or when it was ended"),
    endedBy: person.nullable().describe("the user who ended it early, or took the lane after it; null otherwise"),
    isActive: z.boolean(),
  })
  .meta({ id: "Shift" });
export type Shift = z.infer<typeof shift>;

/** Request to take a lane; without an operator, the caller takes it. */
export const takeLaneRequest = z
  .object({
    laneId: text(100),
    until: timestamp.describe(`at most ${MAX_SHIFT_HOURS} hours from now`),
    operatorId: text(100).optional(),
    email: email.optional().describe("the operator's address, in place of `operatorId`"),
  })
  .refine(({ operatorId, email: address }) => operatorId === undefined || address === undefined, {
    message: "must be absent where email is sent",
    path: ["operatorId"],
  });

export const listShiftsQuery = pageQuery.extend({
  laneId: text(100).optional(),
  operatorId: text(100).optional(),
  active: z
    .stringbool({ truthy: ["true"], falsy: ["false"] })
    .optional()
    .meta({ type: "boolean", description: "only shifts that last, or only those that have ended" }),
});
