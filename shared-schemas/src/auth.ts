import { z } from "zod";
import { newPassword } from "./passwords.ts";
import { datetime, email, text } from "./primitives.ts";
import { role } from "./roles.ts";

/** Both are optional, because a login without one of them is rejected like a login with a wrong one. */
export const loginRequest = z.object({
  email: z.string().max(1_000).optional(),
  password: z.string().max(1_000).optional(),
});

export const loginData = z.object({ email: z.string(), token: z.string() });
export const refreshData = z.object({ email: z.string(), role, token: z.string() });

export const me = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string().nullable(),
    role,
    timeZone: z
      .string()
      .nullable()
      .describe("the IANA time zone that this user reads times in; null: that of the device"),
    hasSecondFactor: z.boolean(),
    mustAddSecondFactor: z
      .boolean()
      .describe("the role requires a second factor and the account has none: only adding one is possible"),
    createdAt: datetime,
  })
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
/** An IANA time zone that this runtime knows, such as `Europe/Berlin`. */
const timeZone = z
  .string()
  .max(100)
  .refine(isTimeZone, { message: "must be an IANA time zone, such as Europe/Berlin" });

/** Fields that are absent stay unchanged. */
export const updateMeRequest = z.object({ name: personName.optional(), timeZone: timeZone.nullable().optional() });
export const changeEmailRequest = z.object({ email, currentPassword: z.string().max(1_000) });
/** An address change that waits for its confirmation. */
export const emailChangeData = z.object({
  email: z.string().describe("the current address of the account, until the new one is confirmed"),
  newEmail: z.string(),
  linkExpiresAt: datetime,
});

function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat("en", { timeZone: name }).format(0) !== "";
  } catch {
    return false;
  }
}
