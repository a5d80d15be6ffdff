import { z } from "zod";
import { datetime, pageQuery, text, timestamp } from "./primitives.ts";

/** Who wrote: a person, a device with an edge key, the service by itself, or somebody who did not sign in. */
export const auditActor = z
  .object({
    type: z.enum(["user", "edge", "system", "anonymous"]),
    id: z
      .string()
      .nullable()
      .describe("the user's or the edge device's id; null where neither an account nor a device of its own key wrote"),
    name: z.string().describe("a person's email address or a device's name as it was then; otherwise what wrote"),
  })
  .meta({ id: "AuditActor" });
export type AuditActor = z.infer<typeof auditActor>;

const snapshot = z.record(z.string(), z.unknown()).nullable();

/** One write: who did what to what, and how it stood before and after. */
export const auditEntry = z
  .object({
    id: z.string(),
    at: datetime,
    actor: auditActor,
    action: z.string().describe("subject and verb, such as `container.set-number`"),
    subject: z.object({ type: z.string(), id: z.string() }),
    before: snapshot.describe("null where it did not exist"),
    after: snapshot.describe("null where it is gone"),
    requestId: z.string().nullable(),
  })
  .meta({ id: "AuditEntry" });
export type AuditEntry = z.infer<typeof auditEntry>;

export const listAuditLogQuery = pageQuery.extend({
  actor: text(254)
    .optional()
    .describe("an id, an email address or a device's name, or `edge`, `system` or `anonymous`"),
  action: text(100).optional(),
  subject: text(200).optional().describe("a type such as `container`, or `container:` and an id"),
  from: timestamp.optional().describe("at or after"),
  to: timestamp.optional().describe("before"),
});
