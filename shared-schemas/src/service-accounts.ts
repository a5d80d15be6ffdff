import { z } from "zod";
import { role } from "./roles.ts";
import { datetime, page, pageQuery } from "./primitives.ts";

/** Services are no administrators: what an admin may do is decided by people. */
export const serviceRole = role.exclude(["admin"]).meta({ id: "ServiceRole" });

const expiresInDays = z.int().min(1).max(400).default(365).describe("days until the token expires");

export const createServiceAccountRequest = z.object({
  name: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9-]{0,49}$/,
      "must be 1 to 50 lower-case letters, digits and hyphens, and begin with no hyphen",
    )
    .describe("the service, such as `port-system`"),
  role: serviceRole,
  expiresInDays,
});
export type CreateServiceAccountRequest = z.infer<typeof createServiceAccountRequest>;

export const issueServiceTokenRequest = z.object({ expiresInDays });

const serviceToken = z.object({ id: z.string(), createdAt: datetime, expiresAt: datetime });

/** The account of a program that uses the API, such as a port's own system. */
export const serviceAccount = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string().describe("how the account appears where a user's address does; it receives no mail"),
    role,
    disabled: z.boolean(),
    createdAt: datetime,
    tokens: z.array(serviceToken).describe("the tokens that are valid, newest first"),
  })
  .meta({ id: "ServiceAccount" });
export type ServiceAccount = z.infer<typeof serviceAccount>;

/** The reply that holds a new token, which is returned only once. */
export const issuedServiceToken = z.object({ account: serviceAccount, token: z.string() });

export const listServiceAccountsQuery = pageQuery;
export const serviceAccounts = page(serviceAccount);
