import { z } from "zod";
import { role } from "./roles.ts";
import { datetime, pageQuery, text } from "./primitives.ts";

/** An account as admins see it. */
export const user = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string().nullable(),
    role,
    disabled: z.boolean(),
    disabledAt: datetime.nullable(),
    erasedAt: datetime
      .nullable()
      .describe("when the person's address and name were replaced at their request; such an account stays disabled"),
    hasSecondFactor: z.boolean(),
    createdAt: datetime,
    updatedAt: datetime,
  })
  .meta({ id: "User" });
export type User = z.infer<typeof user>;

/** Fields that are absent stay unchanged. */
export const updateUserRequest = z.object({ role, disabled: z.boolean() }).partial();
export type UpdateUserRequest = z.infer<typeof updateUserRequest>;

export const listUsersQuery = pageQuery.extend({
  role: role.optional(),
  disabled: z
    .stringbool({ truthy: ["true"], falsy: ["false"] })
    .optional()
    .meta({ type: "boolean" }),
  q: text(100).optional().describe("part of an email address or of a name"),
});
