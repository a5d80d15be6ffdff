import { createApiClient } from "@container-inspection/client";
import type { ContainerStatus } from "@container-inspection/shared-schemas";
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";

/** An error the service answered, with its code from the closed list. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** The message, and what is wrong with which field if the service names one. */
  readonly explanation: string;

  constructor(status: number, body: unknown) {
    super(textAt(body, "error", "message") ?? textAt(body, "message") ?? `The service answered ${status}.`);
    this.status = status;
    this.code = textAt(body, "error", "code") ?? textAt(body, "data", "code") ?? "UNKNOWN";
    const [path, problem] = ["path", "message"].map(
      (name) => textAt(body, "error", "details", "0", name) ?? textAt(body, "data", "details", "0", name),
    );
    this.explanation = path && problem ? `The ${path} ${problem}.` : this.message;
  }
}

/** The text at a path of a reply in either envelope; undefined where there is none. */
function textAt(body: unknown, ...path: string[]): string | undefined {
  let value = body;
  for (const name of path) value = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  return typeof value === "string" ? value : undefined;
}

export const api = createApiClient({ baseUrl: window.location.origin });

/** Unwraps a reply: its body, or an ApiError thrown. */
export async function bodyOf<Body>(call: Promise<{ data?: Body; error?: unknown; response: Response }>): Promise<Body> {
  const { data, error, response } = await call;
  if (data === undefined) throw new ApiError(response.status, error);
  return data;
}

/** How often data that live events refresh is also polled, in case the stream is down. */
export const FALLBACK_MS = 20_000;
const CAMERAS_MS = 3_000;

export const signIn = (email: string, password: string) =>
  bodyOf(api.POST("/v1/user/auth/email/login", { body: { email, password } }));

export const signOut = () => bodyOf(api.GET("/v1/user/auth/logout"));

export const useInvite = (token: string | undefined) =>
  useQuery({
    queryKey: ["invite", token],
    queryFn: async () =>
      (await bodyOf(api.GET("/v1/invites/{token}", { params: { path: { token: token ?? "" } } }))).data,
    enabled: token !== undefined,
    staleTime: Infinity,
  });

export const acceptInvite = (token: string, body: { name: string; password: string }) =>
  bodyOf(api.POST("/v1/invites/{token}/accept", { params: { path: { token } }, body }));

export const forgotPassword = (email: string) =>
  bodyOf(api.POST("/v1/user/auth/email/forgot-password", { body: { email } }));

export const resetPassword = (token: string, password: string) =>
  bodyOf(api.PUT("/v1/user/auth/email/change-password", { body: { token, password } }));

export const verifyEmail = (token: string) => bodyOf(api.POST("/v1/user/auth/email/verify", { body: { token } }));

export const useMe = () =>
  useQuery({ queryKey: ["me"], queryFn: async () => (await bodyOf(api.GET("/v1/user/me"))).data, staleTime: 60_000 });

/** True for who reviews: the queue of escalations and the verdicts on detections are theirs. */
export const useIsSupervisor = () => {
  const role = useMe().data?.role;
  return role === "supervisor" || role === "admin";
};

export type ContainerFilter = { q: string; status: ContainerStatus | undefined; cursor: string | undefined };

export const useContainers = ({ q, status, cursor }: ContainerFilter) =>
  useQuery({
    queryKey: ["containers", q, status, cursor],
    queryFn: async () => {
      const query = { ...(q && { q }), ...(status && { status }), ...(cursor && { cursor }) };
      return (await bodyOf(api.GET("/v1/containers", { params: { query } }))).data;
    },
    refetchInterval: FALLBACK_MS,
    placeholderData: keepPreviousData,
  });

/** What narrows a query to a visit; to the current one, or to all, without its number. */
const ofVisit = (visit: number | undefined) => (visit === undefined ? {} : { visit });

/** A container as it is, or as it was on the visit of this number. */
export const useContainer = (id: string, visit?: number) =>
  useQuery({
    queryKey: ["container", id, visit],
    queryFn: async () => {
      const params = { path: { id }, query: ofVisit(visit) };
      return (await bodyOf(api.GET("/v1/containers/{id}", { params }))).data;
    },
    refetchInterval: FALLBACK_MS,
  });

/** The last visits of a container, newest first. */
export const useVisits = (id: string) =>
  useQuery({
    queryKey: ["container", id, "visits"],
    queryFn: async () => {
      const params = { path: { id }, query: { limit: 12 } };
      return (await bodyOf(api.GET("/v1/containers/{id}/visits", { params }))).data;
    },
    refetchInterval: FALLBACK_MS,
  });

export const useScans = (id: string, visit?: number) =>
  useQuery({
    queryKey: ["scans", id, visit],
    queryFn: async () => {
      const params = { path: { id }, query: { limit: 12, ...ofVisit(visit) } };
      return (await bodyOf(api.GET("/v1/containers/{id}/scans", { params }))).data;
    },
    refetchInterval: FALLBACK_MS,
  });

/** One scan with its manifest match, which follows changes of the manifest. */
export const useScan = (id: string, scanId: string | undefined) =>
  useQuery({
    queryKey: ["scan", id, scanId],
    queryFn: async () => {
      const params = { path: { id, scanId: scanId ?? "" } };
      return (await bodyOf(api.GET("/v1/containers/{id}/scans/{scanId}", { params }))).data;
    },
    enabled: scanId !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: FALLBACK_MS,
  });

/** These manifests, as far as they are loaded. */
export const useManifests = (ids: readonly string[]) =>
  useQueries({
    queries: ids.map((id) => ({
      queryKey: ["manifest", id],
      queryFn: async () => (await bodyOf(api.GET("/v1/manifests/{id}", { params: { path: { id } } }))).data,
      refetchInterval: FALLBACK_MS,
    })),
    combine: (loaded) => loaded.flatMap(({ data }) => data ?? []),
  });

export const useCameras = () =>
  useQuery({
    queryKey: ["cameras"],
    queryFn: async () => (await bodyOf(api.GET("/v1/cameras", { params: { query: { limit: 200 } } }))).data,
    refetchInterval: CAMERAS_MS,
  });

export const useCameraTracking = (cameraId: string, minutes: number) =>
  useQuery({
    queryKey: ["tracking", cameraId, minutes],
    queryFn: async () => {
      const params = { path: { cameraId }, query: { minutes, limit: 100 } };
      return (await bodyOf(api.GET("/v1/tracking-data/cameras/{cameraId}", { params }))).data;
    },
    refetchInterval: 1_000,
    placeholderData: keepPreviousData,
  });

export const imageUrl = (containerId: string, scanId: string) => `/v1/containers/${containerId}/scans/${scanId}/image`;
