import type { LiveEventKind, Role } from "@container-inspection/shared-schemas";

type Audience = "owner of the container" | "supervisors" | "everybody";

/** Whom each kind of event is for; supervisors and admins get all of them. As with the routes that show what an event tells of. */
const audiences: Record<LiveEventKind, Audience> = {
  "container.created": "owner of the container",
  "container.updated": "owner of the container",
  "container.deleted": "owner of the container",
  "scan.recorded": "owner of the container",
  "scan.finished": "owner of the container",
  "escalation.raised": "supervisors",
  "escalation.claimed": "supervisors",
  "escalation.released": "supervisors",
  "escalation.resolved": "supervisors",
  "camera.seen": "everybody",
  "device.silent": "supervisors",
  "device.back": "supervisors",
};

/** True when an event at `position` comes after one at `other`. */
export function isLater(position: { xid: string; id: string }, other: { xid: string; id: string }): boolean {
  const by = position.xid === other.xid ? "id" : "xid";
  return BigInt(position[by]) > BigInt(other[by]);
}

/** True when a person may know of an event: `container` is the one it happened to, with its owner of now. */
export function maySeeEvent(
  caller: { userId: string; role: Role },
  event: { kind: LiveEventKind; container: { ownerId: string } | null },
): boolean {
  if (caller.role !== "operator") return true;
  const audience = audiences[event.kind];
  if (audience === "owner of the container") return event.container?.ownerId === caller.userId;
  return audience === "everybody";
}
