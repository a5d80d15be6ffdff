import { z } from "zod";
import { containerStatus } from "./containers.ts";
import { escalationDecision, escalationSource } from "./escalations.ts";
import { datetime, orNull } from "./primitives.ts";
import { chainBreak } from "./provenance.ts";
import { scanType } from "./scans.ts";

const containerOf = z
  .object({ id: z.string(), containerNumber: z.string(), status: containerStatus })
  .describe("the container at the time of sending");

const event = <Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
  z.object({ id: z.string(), kind: z.literal(kind), at: datetime, ...shape });

const containerEvent = <Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
  event(kind, { container: containerOf, ...shape });

const ofEscalation = { escalationId: z.string() };
const ofChain = {
  deviceId: z.string().nullable(),
  cameraId: z.string(),
  problem: chainBreak.shape.problem,
  recordId: z.string(),
};
const ofDevice = { deviceId: z.string(), name: z.string().nullable() };
const ofClock = {
  skewMs: z.int().describe("how far its clock is ahead of the service's clock; negative when it is behind"),
};
const ofDisk = {
  place: z.enum(["disk", "queue"]).describe("the disk of the device, or the space that its queue may take"),
  freeBytes: z.int(),
  totalBytes: z.int(),
};

/** The data of the events of `GET /v1/events`; only the event `reset` has no data. */
export const liveEvent = z
  .discriminatedUnion("kind", [
    containerEvent("container.created", { source: z.enum(["edge", "user"]) }),
    containerEvent("container.updated", {
      changed: z.array(z.string()).describe("the fields that changed, such as `status`, `owner`, `manifestIds`"),
    }),
    containerEvent("container.deleted", {
      mergedIntoId: z.string().nullable().describe("the container that it was merged into; null when it was deleted"),
    }),
    containerEvent("visit.begun", { visitId: z.string().describe("the visit whose first record was kept") }),
    containerEvent("scan.recorded", {
      scanId: z.string(),
      type: scanType,
      source: z.enum(["edge", "user"]),
      status: z.enum(["done", "pending"]),
      cameraId: z.string().nullable(),
    }),
    containerEvent("scan.finished", { scanId: z.string(), type: scanType, status: z.enum(["done", "failed"]) }),
    containerEvent("escalation.raised", { ...ofEscalation, source: escalationSource }),
    containerEvent("escalation.extended", { ...ofEscalation, source: escalationSource }),
    containerEvent("escalation.claimed", { ...ofEscalation, claimedById: z.string() }),
    containerEvent("escalation.released", ofEscalation),
    containerEvent("escalation.resolved", { ...ofEscalation, decision: orNull(escalationDecision) }),
    event("escalation.viewers-changed", ofEscalation),
    event("camera.seen", { cameraId: z.string(), deviceId: z.string().nullable() }),
    event("camera.faulty", {
      cameraId: z.string(),
      deviceId: z.string(),
      fault: z.string().describe("`down`, or a fault of its pictures: `dark`, `frozen`, `blurred`, `turned`"),
      reason: z.string().nullable().describe("why it is down, by its device"),
    }),
    event("camera.recovered", { cameraId: z.string(), deviceId: z.string() }),
    event("camera.drifted", {
      cameraId: z.string(),
      deviceId: z.string(),
      measures: z.array(z.string()).describe("what its days differ in from its reference; empty: the drift has ended"),
    }),
    event("chain.broken", ofChain),
    event("chain.restored", ofChain),
    event("device.silent", ofDevice),
    event("device.back", ofDevice),
    event("device.disk-low", { ...ofDevice, ...ofDisk }),
    event("device.disk-freed", { ...ofDevice, ...ofDisk }),
    event("device.clock-off", { ...ofDevice, ...ofClock }),
    event("device.clock-set", { ...ofDevice, ...ofClock }),
  ])
  .meta({ id: "LiveEvent" });
export type LiveEvent = z.infer<typeof liveEvent>;
export type LiveEventKind = LiveEvent["kind"];

export const liveEventKind = z
  .enum(liveEvent.options.map((option) => option.shape.kind.value))
  .meta({ id: "LiveEventKind" });

/** The kinds of events to follow; all by default. */
export const liveEventsQuery = z.object({
  kinds: z
    .string()
    .transform((list) => list.split(","))
    .pipe(z.array(liveEventKind))
    .optional()
    .meta({
      type: "string",
      description: "kinds of events, separated by commas",
      example: "scan.recorded,container.updated",
    }),
  lastEventId: z
    .string()
    .max(100)
    .optional()
    .describe("resumes after this event, for clients that cannot send `Last-Event-ID`"),
});
