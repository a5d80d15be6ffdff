import type { Escalation, EscalationDecision, EscalationState } from "@container-inspection/shared-schemas/escalations";
import { keepPreviousData } from "@tanstack/react-query";
import { api, bodyOf, queryOf } from "../api/client.ts";
import { useIsSupervisor } from "../api/me.ts";

type EscalationFilter = {
  state?: EscalationState;
  claimedById?: string;
  containerId?: string;
  cursor?: string;
  limit?: number;
  total?: "true";
};

/** The queue, newest first; supervisors only, so `enabled` is false for others. */
export const useEscalations = (query: EscalationFilter, enabled = true) =>
  queryOf.useQuery(
    "get",
    "/v1/escalations",
    { params: { query } },
    { select: ({ data }) => data, enabled, placeholderData: keepPreviousData },
  );

export const useEscalation = (id: string, enabled = true) =>
  queryOf.useQuery(
    "get",
    "/v1/escalations/{id}",
    { params: { path: { id } } },
    { select: ({ data }) => data, enabled },
  );

/** The undecided escalation of an escalated container; for supervisors only. */
export function useOpenEscalation(containerId: string): Escalation | undefined {
  const { data } = useEscalations({ containerId, limit: 1 }, useIsSupervisor());
  const newest = data?.items[0];
  return newest?.state === "RESOLVED" ? undefined : newest;
}

/** Reads the number of undecided escalations; supervisors only, so `enabled` is false for others. */
export const useQueueCounts = (enabled: boolean) =>
  queryOf.useQuery(
    "get",
    "/v1/escalations/queue",
    { params: { query: { limit: 1 } } },
    { select: ({ data }) => data.counts, enabled },
  );

/** The undecided escalation of a container, with what concerns its decision. */
export const useQueued = (containerId: string, enabled: boolean) =>
  queryOf.useQuery(
    "get",
    "/v1/escalations/queue",
    { params: { query: { containerId, limit: 1 } } },
    { select: ({ data }) => data.items[0], enabled },
  );

export const escalate = ({ containerId, reason }: { containerId: string; reason: string }) =>
  bodyOf(api.POST("/v1/containers/{id}/escalate", { params: { path: { id: containerId } }, body: { reason } }));

export const claim = (id: string) => bodyOf(api.POST("/v1/escalations/{id}/claim", { params: { path: { id } } }));

export const release = (id: string) => bodyOf(api.POST("/v1/escalations/{id}/release", { params: { path: { id } } }));

type Decision = { decision: EscalationDecision; reason: string; findingsSeen?: number | undefined };

/** Refused where the escalation has more findings by now than were seen. */
export const resolve = ({ id, ...body }: Decision & { id: string }) =>
  bodyOf(api.POST("/v1/escalations/{id}/resolve", { params: { path: { id } }, body }));
