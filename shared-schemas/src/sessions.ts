import { z } from "zod";
import { datetime, pageQuery } from "./primitives.ts";

/** `provider` is sign-in with Google or another OpenID Connect provider, whose own second factor counts. */
export const signedInWith = z.enum(["password", "passkey", "provider"]).meta({ id: "SignedInWith" });
export type SignedInWith = z.infer<typeof signedInWith>;

/** One sign-in of a user, on one browser or program. */
export const session = z
  .object({
    id: z.string(),
    current: z.boolean().describe("whether this request was made with it"),
    signedInWith: signedInWith.nullable().describe("null for tokens of service accounts"),
    userAgent: z.string().nullable().describe("the browser or program, as it named itself when it signed in"),
    address: z.string().nullable().describe("the network address of the sign-in; of IPv6 addresses the first 64 bits"),
    createdAt: datetime,
    lastUsedAt: datetime.describe("to the minute"),
    endsAt: datetime,
  })
  .meta({ id: "Session" });
export type Session = z.infer<typeof session>;

export const listSessionsQuery = pageQuery;
export const endedSessions = z.object({ ended: z.int() });
