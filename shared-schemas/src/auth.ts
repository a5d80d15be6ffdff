import { z } from "zod";
import { datetime } from "./primitives.ts";

export const role = z.enum(["operator", "supervisor", "admin"]).meta({ id: "Role" });
export type Role = z.infer<typeof role>;

/** Both are optional: a login without one is refused like a login with a wrong one. */
export const loginRequest = z.object({
  email: z.string().max(1_000).optional(),
  password: z.string().max(1_000).optional(),
});

export const loginData = z.object({ email: z.string(), token: z.string() });
export const refreshData = z.object({ email: z.string(), role, token: z.string() });

export const me = z
  .object({ id: z.string(), email: z.string(), name: z.string().nullable(), role, createdAt: datetime })
  .meta({ id: "Me" });
