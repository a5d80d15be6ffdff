import type { AbsenceReason } from "@container-inspection/shared-schemas/live-pictures";
import type { PutCameraRequest } from "@container-inspection/shared-schemas/topology";
import { t } from "@lingui/core/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { isRefusal } from "../api/api-error.ts";
import { api, bodyOf, queryOf, taggedBodyOf } from "../api/client.ts";
import { photoThumbnailUrl, thumbnailUrl } from "../pictures/picture-urls.ts";

/** Tracked objects are no live events: they are polled. */
const NOW_MS = 1_000;
const RECENT_MS = 5_000;
const LONG_MS = 30_000;
/** Ranges above this are counted by the hour, and change slowly. */
const LONG_MINUTES = 360;
/** A picture of the overview is asked for again after this time, and a camera that has none for a lasting reason. */
const PICTURE_MS = 2_500;
const ABSENT_MS = 10_000;
/** Pictures are large: those that are no longer shown are soon forgotten. */
const PICTURE_KEPT_MS = 10_000;
const LASTING = new Set<AbsenceReason | undefined>(["no-device", "silent", "unsupported", "disabled"]);

/** One camera with its place; no data for one that only its device names. */
export const useCamera = (cameraId: string) =>
  queryOf.useQuery("get", "/v1/cameras/{cameraId}", { params: { path: { cameraId } } }, { select: ({ data }) => data });

/**
 * The newest picture of a camera among several. No request waits in the service: a browser has six connections to it.
 * While the tab is hidden, and while `enabled` is false, no pictures are asked for.
 */
export const usePicture = (cameraId: string, enabled: boolean) =>
  queryOf.useQuery(
    "get",
    "/v1/cameras/{cameraId}/live-picture",
    { params: { path: { cameraId } } },
    {
      select: ({ data }) => data,
      enabled,
      gcTime: PICTURE_KEPT_MS,
      refetchInterval: ({ state: { data, error } }) =>
        error || LASTING.has(data?.data.absence?.reason) ? ABSENT_MS : PICTURE_MS,
    },
  );

/** The last picture that a camera recorded: its address, and when it was taken. */
type LastPicture = { kind: "scan" | "photo"; src: string; at: string };

/**
 * The last scan or photo by a camera whose picture is kept, of the container with the last activity that the user may
 * see.
 */
export function useLastPicture(cameraId: string): LastPicture | undefined {
  const { data: id = "" } = queryOf.useQuery(
    "get",
    "/v1/containers",
    { params: { query: { cameraId, sort: "lastActivity", limit: 1 } } },
    { select: ({ data }) => data.items[0]?.id, refetchInterval: LONG_MS },
  );
  const asked = { params: { path: { id }, query: { limit: 50 } } };
  // No live event reports a photo.
  const options = { enabled: id !== "", refetchInterval: LONG_MS };
  const isKept = (one: { cameraId: string | null; image: { deletedAt: string | null } | null }) =>
    one.cameraId === cameraId && one.image?.deletedAt === null;
  const { data: scan } = queryOf.useQuery("get", "/v1/containers/{id}/scans", asked, {
    select: ({ data }) => data.items.find(isKept),
    ...options,
  });
  const { data: photo } = queryOf.useQuery("get", "/v1/containers/{id}/evidence", asked, {
    select: ({ data }) => data.items.find(isKept),
    ...options,
  });
  if (photo && (!scan || photo.timestamp > scan.timestamp))
    return { kind: "photo", src: photoThumbnailUrl(id, photo.evidenceId), at: photo.timestamp };
  return scan && { kind: "scan", src: thumbnailUrl(id, scan.id), at: scan.timestamp };
}

/** The objects of the last minutes. */
export const useCameraTracking = (cameraId: string, minutes: number) =>
  useTracked(cameraId, minutes, { refetchInterval: minutes > LONG_MINUTES ? LONG_MS : RECENT_MS });

/** The objects of the last minutes, as often as they are drawn in place of a picture. */
export const useNowTracked = (cameraId: string, enabled: boolean) =>
  useTracked(cameraId, 5, { refetchInterval: NOW_MS, enabled });

const useTracked = (cameraId: string, minutes: number, options: { refetchInterval: number; enabled?: boolean }) =>
  queryOf.useQuery(
    "get",
    "/v1/tracking-data/cameras/{cameraId}",
    { params: { path: { cameraId }, query: { minutes, limit: 100 } } },
    { select: ({ data }) => data, placeholderData: keepPreviousData, ...options },
  );

/** Reads the number of objects in the last minutes, by minute or hour and by class. */
export const useObjectCounts = (cameraId: string, minutes: number) =>
  queryOf.useQuery(
    "get",
    "/v1/tracking-data/cameras/{cameraId}/object-counts",
    { params: { path: { cameraId }, query: { minutes } } },
    { select: ({ data }) => data, refetchInterval: LONG_MS, placeholderData: keepPreviousData },
  );

/** Reads the differences of a camera from its reference; null if it has none. */
export const useCameraDrift = (cameraId: string) =>
  queryOf.useQuery(
    "get",
    "/v1/cameras/{cameraId}/drift",
    { params: { path: { cameraId } } },
    { select: ({ data }) => data.drift },
  );

/** Reads a device's report about a camera; admins only, so `deviceId` is undefined for others. */
export function useReportedCamera(cameraId: string, deviceId: string | undefined) {
  const { data: id, isLoading: isSought } = queryOf.useQuery(
    "get",
    "/v1/admin/edge-devices",
    { params: { query: { q: deviceId } } },
    {
      select: ({ data }) => data.items.find(({ reportedId }) => reportedId === deviceId)?.id,
      enabled: deviceId !== undefined,
    },
  );
  const { data: reported, isLoading } = queryOf.useQuery(
    "get",
    "/v1/admin/edge-devices/{id}",
    { params: { path: { id: id ?? "" } } },
    {
      select: (reply) => reply.data.heartbeat?.cameras.find((camera) => camera.cameraId === cameraId),
      enabled: id !== undefined,
      refetchInterval: LONG_MS,
    },
  );
  return { reported, isLoading: isSought || isLoading };
}

/** The registration of a camera with its tag; null for a camera without one. */
export const useRegistration = (cameraId: string) =>
  useQuery({
    queryKey: ["get", "/v1/admin/cameras/{cameraId}", cameraId],
    queryFn: () => readRegistration(cameraId),
    // The form's initial values stay the same until a write succeeds or is rejected.
    staleTime: Infinity,
  });

/** Reads a registration with its tag; null for a camera without one. */
export async function readRegistration(cameraId: string) {
  try {
    const call = api.GET("/v1/admin/cameras/{cameraId}", { params: { path: { cameraId } } });
    const { body, etag } = await taggedBodyOf(call);
    return { ...body.data, etag };
  } catch (error) {
    if (isRefusal(error, 404)) return null;
    throw error;
  }
}

/** Changes the registration that has this tag, or registers the camera; what `body` leaves out stays. */
export async function saveRegistration({ cameraId, etag, body }: Registered & { body: PutCameraRequest }) {
  const init = { params: { path: { cameraId } }, body, headers: ifMatch(etag) };
  try {
    await bodyOf(api.PUT("/v1/admin/cameras/{cameraId}", init));
  } catch (error) {
    if (!isRefusal(error, 412)) throw error;
    throw new Error(t`Another user has changed this camera. Repeat your change to apply it.`, { cause: error });
  }
}

/** Deletes the registration that has this tag. */
export const deleteRegistration = ({ cameraId, etag }: Registered) =>
  bodyOf(api.DELETE("/v1/admin/cameras/{cameraId}", { params: { path: { cameraId } }, headers: ifMatch(etag) }));

type Registered = { cameraId: string; etag: string | undefined };

const ifMatch = (etag: string | undefined) => (etag === undefined ? {} : { "If-Match": etag });
