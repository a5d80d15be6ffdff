import { queryOf } from "../api/client.ts";

/** Signs of life are no live events: they are polled. */
const OVERVIEW_MS = 10_000;

/** Sites with their lanes and cameras, and the cameras without a lane. */
export const useOverview = () =>
  queryOf.useQuery("get", "/v1/topology", {}, { select: ({ data }) => data, refetchInterval: OVERVIEW_MS });

/** Sites with their lanes. */
export const useTopology = () =>
  queryOf.useQuery("get", "/v1/topology", {}, { select: ({ data }) => data.sites, staleTime: 60_000 });

/** The names of the gate lanes of cameras, by the ids of the cameras. */
export const useCameraLanes = () =>
  queryOf.useQuery("get", "/v1/topology", {}, { select: laneNames, staleTime: 60_000 });

/** Outside of the component, so that it runs once for each reply. */
const laneNames = ({ data }: { data: { sites: TopologySite[] } }) =>
  new Map(
    data.sites.flatMap(({ lanes }) =>
      lanes.flatMap(({ name, cameras }) => cameras.map(({ cameraId }) => [cameraId, name] as const)),
    ),
  );

type TopologySite = { lanes: { name: string; cameras: { cameraId: string }[] }[] };

/** The header shows a lost camera within this time. */
const FAULTS_MS = 30_000;

/** Silent edge devices and faulty cameras; supervisors only, so `enabled` is false for others. */
export const useFleetFaults = (enabled: boolean) =>
  queryOf.useQuery("get", "/v1/fleet/faults", {}, { select: ({ data }) => data, enabled, refetchInterval: FAULTS_MS });
