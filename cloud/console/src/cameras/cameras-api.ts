import { keepPreviousData } from "@tanstack/react-query";
import { queryOf } from "../api/client.ts";

/** Signs of life and tracked objects are no live events: they are polled. */
const CAMERAS_MS = 5_000;
const TRACKING_MS = 1_000;

export const useCameras = () =>
  queryOf.useQuery(
    "get",
    "/v1/cameras",
    { params: { query: { limit: 200 } } },
    { select: ({ data }) => data, refetchInterval: CAMERAS_MS },
  );

/** One camera with its place; no data for one that only its device names. */
export const useCamera = (cameraId: string) =>
  queryOf.useQuery("get", "/v1/cameras/{cameraId}", { params: { path: { cameraId } } }, { select: ({ data }) => data });

export const useCameraTracking = (cameraId: string, minutes: number) =>
  queryOf.useQuery(
    "get",
    "/v1/tracking-data/cameras/{cameraId}",
    { params: { path: { cameraId }, query: { minutes, limit: 100 } } },
    { select: ({ data }) => data, refetchInterval: TRACKING_MS, placeholderData: keepPreviousData },
  );

/** How a camera differs from its reference; null while it does not. */
export const useCameraDrift = (cameraId: string) =>
  queryOf.useQuery(
    "get",
    "/v1/cameras/{cameraId}/drift",
    { params: { path: { cameraId } } },
    { select: ({ data }) => data.drift },
  );

/** Sites with their lanes. */
export const useTopology = () =>
  queryOf.useQuery("get", "/v1/topology", {}, { select: ({ data }) => data.sites, staleTime: 60_000 });
