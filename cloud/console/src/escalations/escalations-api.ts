import type { EscalationDecision, EscalationState } from "@container-inspection/shared-schemas";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, bodyOf, FALLBACK_MS } from "../api.ts";

export type EscalationFilter = {
  state?: EscalationState | undefined;
  claimedById?: string | undefined;
  containerId?: string | undefined;
  cursor?: string | undefined;
  limit?: number;
};

/** The queue, newest first; supervisors only, so `enabled` is false for others. */
export const useEscalations = (filter: EscalationFilter, enabled = true) =>
  useQuery({
    queryKey: ["escalations", filter],
    queryFn: async () => (await bodyOf(api.GET("/v1/escalations", { params: { query: filter } }))).data,
    enabled,
    refetchInterval: FALLBACK_MS,
    placeholderData: keepPreviousData,
  });

export const useEscalation = (id: string) =>
  useQuery({
    queryKey: ["escalation", id],
    queryFn: async () => (await bodyOf(api.GET("/v1/escalations/{id}", { params: { path: { id } } }))).data,
    refetchInterval: FALLBACK_MS,
  });

export const escalate = (containerId: string, reason: string) =>
  bodyOf(api.POST("/v1/containers/{id}/escalate", { params: { path: { id: containerId } }, body: { reason } }));

export const claim = (id: string) => bodyOf(api.POST("/v1/escalations/{id}/claim", { params: { path: { id } } }));

export const release = (id: string) => bodyOf(api.POST("/v1/escalations/{id}/release", { params: { path: { id } } }));

export const resolve = (id: string, body: { decision: EscalationDecision; reason: string }) =>
  bodyOf(api.POST("/v1/escalations/{id}/resolve", { params: { path: { id } }, body }));
