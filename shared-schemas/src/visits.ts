import { z } from "zod";
import { containerStatus, visitSummary } from "./containers.ts";
import { escalationDecision } from "./escalations.ts";
import { datetime, orNull } from "./primitives.ts";

/** One stay of a container, with what it stands at. */
export const visit = visitSummary
  .extend({
    containerId: z.string(),
    isCurrent: z.boolean(),
    openedBy: z.enum(["edge", "user"]).describe("a device's record, or a person's"),
    lastWriteAt: datetime.nullable().describe("the time of its last scan or photo; null before the first"),
    status: containerStatus,
    decision: orNull(escalationDecision).describe("that closed it"),
    manifestId: z.string().nullable(),
  })
  .meta({ id: "Visit" });
export type Visit = z.infer<typeof visit>;
