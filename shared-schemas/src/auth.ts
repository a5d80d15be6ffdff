import { z } from "zod";
import { newPassword } from "./passwords.ts";
import { datetime, email, text } from "./primitives.ts";

export const role = z.enum(["operator", "supervisor", "admin"]).meta({ id: "Role" });
export type Role = z.infer<typeof role>;

/** Both are optional, because a login without one of them is rejected like a login with a wrong one. */
export const loginRequest = z.object({
  email: z.string().max(1_000).optional(),
  password: z.string().max(1_000).optional(),
});

export const loginData = z.object({ email: z.string(), token: z.string() });
export const refreshData = z.object({ email: z.string(), role, token: z.string() });

export const me = z
  .object({ id: z.string(), email: z.string(), name: z.string().nullable(), role, createdAt: datetime })
  .meta({ id: "Me" });

/** The name of a person, trimmed. */
const personName = text(200)
  .transform((name) => name.trim())
  .pipe(z.string().min(1));

/** The token of an emailed link; the route rejects every unknown token, whatever its form. */
const linkToken = z.string().max(500);

export const acceptInviteRequest = z.object({ password: newPassword, name: personName });
/** The token is optional here, so that the route can report a missing invite. */
export const registerRequest = acceptInviteRequest.extend({ token: linkToken.optional() });
export const forgotPasswordRequest = z.object({ email });
export const resetPasswordRequest = z.object({ token: linkToken, password: newPassword });
export const verifyEmailRequest = z.object({ token: linkToken });
export const changeOwnPasswordRequest = z.object({ currentPassword: z.string().max(1_000), password: newPassword });
export const updateMeRequest = z.object({ name: personName });
export const changeEmailRequest = z.object({ email, currentPassword: z.string().max(1_000) });
/** An address change that waits for its confirmation. */
export const emailChangeData = z.object({
  email: z.string().describe("the current address of the account, until the new one is confirmed"),
  newEmail: z.string(),
  linkExpiresAt: datetime,
});
