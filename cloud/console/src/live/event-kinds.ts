import type { LiveEventKind } from "@container-inspection/shared-schemas/live-events";
import type { Group } from "../api/refresh.ts";

const ofContainer: Group[] = ["containers", "container", "passages"];

/** The groups of queries to refresh after each kind of event. */
export const REFRESHED_BY: Record<LiveEventKind, Group[]> = {
  "container.created": ofContainer,
  "container.updated": [...ofContainer, "manifests"],
  "container.deleted": ofContainer,
  "visit.begun": ofContainer,
  "scan.recorded": ofContainer,
  "scan.finished": ofContainer,
  "escalation.raised": [...ofContainer, "escalations"],
  "escalation.extended": ["container", "escalations"],
  "escalation.claimed": ["container", "escalations"],
  "escalation.released": ["container", "escalations"],
  "escalation.resolved": [...ofContainer, "escalations"],
  "escalation.viewers-changed": ["viewers"],
  "camera.seen": ["cameras"],
  "camera.faulty": ["devices"],
  "camera.recovered": ["devices"],
  "camera.drifted": ["cameras", "camera-drift"],
  "chain.broken": ["devices"],
  "chain.restored": ["devices"],
  "device.silent": ["devices", "cameras"],
  "device.back": ["devices", "cameras"],
  "device.disk-low": ["devices"],
  "device.disk-freed": ["devices"],
  "device.clock-off": ["devices"],
  "device.clock-set": ["devices"],
};

/** All kinds of events. */
export const LIVE_EVENT_KINDS = Object.keys(REFRESHED_BY).filter((kind): kind is LiveEventKind => kind in REFRESHED_BY);

/** The kinds that the console follows, and `reset`, after which everything is read again. */
export const EVENT_KINDS = [...LIVE_EVENT_KINDS, "reset"];
