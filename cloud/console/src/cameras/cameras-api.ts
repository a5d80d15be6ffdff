import { queryOf } from "../api/client.ts";

/** Signs of life are no live events: they are polled. */
const OVERVIEW_MS = 10_000;

/** Sites with their lanes and cameras, and the cameras without a lane. */
export const useOverview = () =>
  queryOf.useQuery("get", "/v1/topology", {}, { select: ({ data }) => data, refetchInterval: OVERVIEW_MS });

/** Sites with their lanes. */
export const useTopology = () =>
  queryOf.useQuery("get", "/v1/topology", {}, { select: ({ data }) => data.sites, staleTime: 60_000 });

/** Silent edge devices and faulty cameras; supervisors only, so `enabled` is false for others. */
export const useFleetFaults = (enabled: boolean) =>
  queryOf.useQuery("get", "/v1/fleet/faults", {}, { select: ({ data }) => data, enabled });
