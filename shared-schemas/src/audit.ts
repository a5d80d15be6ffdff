import { z } from "zod";
import { datetime, countedQuery, text, timestamp } from "./primitives.ts";

/** Author of a change: a user, a device with an edge key, the service itself, or a caller who was not signed in. */
export const auditActor = z
  .object({
    type: z.enum(["user", "edge", "system", "anonymous"]),
    id: z
      .string()
      .nullable()
      .describe("id of the user or the edge device; null for the service, anonymous callers and the shared edge key"),
    name: z
      .string()
      .describe("the user's email address or the device's name at that time; otherwise the part that made the change"),
  })
  .meta({ id: "AuditActor" });
export type AuditActor = z.infer<typeof auditActor>;

const snapshot = z.record(z.string(), z.unknown()).nullable();

/** One change: who did what to which object, with the values before and after. */
export const auditEntry = z
  .object({
    id: z.string(),
    at: datetime,
    actor: auditActor,
    action: z.string().describe("subject and verb, such as `container.set-number`"),
    subject: z.object({ type: z.string(), id: z.string() }),
    before: snapshot.describe("null when the object did not exist"),
    after: snapshot.describe("null when the object was deleted"),
    requestId: z.string().nullable(),
  })
  .meta({ id: "AuditEntry" });
export type AuditEntry = z.infer<typeof auditEntry>;

export const listAuditLogQuery = countedQuery.extend({
  actor: text(254)
    .optional()
    .describe("an id, an email address or a device's name, or `user` (people only), `edge`, `system` or `anonymous`"),
  action: text(100)
    .optional()
    .describe("such as `user.update`; its beginning with the full stop, such as `user.`, finds all actions on users"),
  subject: text(200).optional().describe("a type such as `container`, or `container:` and an id"),
  from: timestamp.optional().describe("at or after"),
  to: timestamp.optional().describe("before"),
});
