import type { LiveEventKind, Role } from "@container-inspection/shared-schemas";

/**
 * Whether operators receive each kind of event: all of them, none, or the owner of the container. Supervisors and admins receive
 * all. As with the routes that show what an event tells of.
 */
const toldToOperators: Record<LiveEventKind, boolean | "owner"> = {
  "container.created": "owner",
  "container.updated": "owner",
  "container.deleted": "owner",
  "scan.recorded": "owner",
  "scan.finished": "owner",
  "escalation.raised": false,
  "escalation.claimed": false,
  "escalation.released": false,
  "escalation.resolved": false,
  "camera.seen": true,
  "device.silent": false,
  "device.back": false,
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
  const told = toldToOperators[event.kind];
  return told === "owner" ? event.container?.ownerId === caller.userId : told;
}
