import type { VisitSummary } from "@container-inspection/shared-schemas/containers";
import type { Visit } from "@container-inspection/shared-schemas/visits";
import { attachedIds } from "./attached-manifest-store.ts";
import type { ContainerRow } from "./container-store.ts";
import type { VisitRow } from "./visit-store.ts";
import { containerOn } from "./visited-container.ts";

/** A visit as replies about its container show it. */
export function presentVisitSummary({ number, openedAt, closedAt, lane, laneSince }: VisitRow): VisitSummary {
  return {
    number,
    openedAt: openedAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    lane,
    laneSince: laneSince?.toISOString() ?? null,
  };
}

/** A visit of a container as replies show it. */
export function presentVisit(visit: VisitRow, container: ContainerRow): Visit {
  const visited = containerOn({ container }, visit);
  const { status, manifestId } = visited;
  return {
    ...presentVisitSummary(visit),
    containerId: container.id,
    isCurrent: visit.id === container.visitId,
    openedBy: visit.openedBy,
    lastWriteAt: visit.lastWriteAt?.toISOString() ?? null,
    status,
    decision: visit.decision,
    manifestId,
    manifestIds: attachedIds(visited),
  };
}
