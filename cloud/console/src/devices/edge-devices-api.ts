import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, bodyOf } from "../api.ts";

const LIVE_MS = 5_000;

/** The edge devices, newest first, with the query that refreshes them. */
export const useEdgeDevices = (cursor: string | undefined) =>
  useQuery({
    queryKey: ["edge-devices", cursor],
    queryFn: async () => {
      const query = { limit: 50, ...(cursor && { cursor }) };
      return (await bodyOf(api.GET("/v1/admin/edge-devices", { params: { query } }))).data;
    },
    refetchInterval: LIVE_MS,
    placeholderData: keepPreviousData,
  });

/** One device with its newest heartbeat, with the query that refreshes it. */
export const useEdgeDevice = (id: string) =>
  useQuery({
    queryKey: ["edge-device", id],
    queryFn: async () => (await bodyOf(api.GET("/v1/admin/edge-devices/{id}", { params: { path: { id } } }))).data,
    refetchInterval: LIVE_MS,
  });

export const makeEdgeDevice = async (name: string, credential: "key" | "join-code") =>
  (await bodyOf(api.POST("/v1/admin/edge-devices", { body: { name, credential } }))).data;

export const makeJoinCode = async (id: string) =>
  (await bodyOf(api.POST("/v1/admin/edge-devices/{id}/join-code", { params: { path: { id } } }))).data;

export const rotateEdgeKey = async (id: string) =>
  (await bodyOf(api.POST("/v1/admin/edge-devices/{id}/rotate", { params: { path: { id } }, body: {} }))).data;

export const revokeEdgeDevice = (id: string) =>
  bodyOf(api.POST("/v1/admin/edge-devices/{id}/revoke", { params: { path: { id } } }));
