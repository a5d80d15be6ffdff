import type { LiveEventKind } from "@container-inspection/shared-schemas/live-events";
import type { Role } from "@container-inspection/shared-schemas/roles";

/**
 * Operators who receive each kind of event: all of them, none, or the owner of the container. Supervisors and admins
 * receive all. The same rights apply as on the routes that return the subject of the event.
 */
const operatorsReceive: Record<LiveEventKind, boolean | "owner"> = {
  "container.created": "owner",
  "container.updated": "owner",
  "container.deleted": "owner",
  "visit.begun": "owner",
  "scan.recorded": "owner",
  "scan.finished": "owner",
  "escalation.raised": false,
  "escalation.extended": false,
  "escalation.claimed": false,
  "escalation.released": false,
  "escalation.resolved": false,
  "escalation.viewers-changed": false,
  "camera.seen": true,
  "camera.faulty": false,
  "camera.recovered": false,
  "camera.drifted": true,
  "chain.broken": false,
  "chain.restored": false,
  "device.silent": false,
  "device.back": false,
  "device.disk-low": false,
  "device.disk-freed": false,
  "device.clock-off": false,
  "device.clock-set": false,
};

/** True when an event at `position` comes after one at `other`. */
export function isLater(position: { xid: string; id: string }, other: { xid: string; id: string }): boolean {
  const by = position.xid === other.xid ? "id" : "xid";
  return BigInt(position[by]) > BigInt(other[by]);
}

/** True if a user may see an event: `container` is its container, with the current owner. */
export function maySeeEvent(
  caller: { userId: string; role: Role },
  event: { kind: LiveEventKind; container: { ownerId: string } | null },
): boolean {
  if (caller.role !== "operator") return true;
  const receives = operatorsReceive[event.kind];
  return receives === "owner" ? event.container?.ownerId === caller.userId : receives;
}
