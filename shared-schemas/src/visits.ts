import { z } from "zod";
import { containerStatus, visitSummary } from "./containers.ts";
import { escalationDecision } from "./escalations.ts";
import { datetime, orNull } from "./primitives.ts";

/** One visit of a container with its current status. */
export const visit = visitSummary
  .extend({
    containerId: z.string(),
    isCurrent: z.boolean(),
    openedBy: z.enum(["edge", "user"]).describe("opened by a device's record or by a user"),
    lastWriteAt: datetime.nullable().describe("time of its last scan or photo; null before the first"),
    status: containerStatus,
    decision: orNull(escalationDecision).describe("the decision that closed the visit"),
    manifestId: z.string().nullable().describe("the first of `manifestIds`"),
    manifestIds: z.array(z.string()).describe("all manifests that were attached, the first attached one first"),
  })
  .meta({ id: "Visit" });
export type Visit = z.infer<typeof visit>;
