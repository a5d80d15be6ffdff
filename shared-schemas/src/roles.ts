import { z } from "zod";

export const role = z.enum(["operator", "supervisor", "admin"]).meta({ id: "Role" });
export type Role = z.infer<typeof role>;
