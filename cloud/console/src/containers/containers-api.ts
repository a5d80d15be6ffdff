import type { ContainerStatus } from "@container-inspection/shared-schemas/containers";
import type { ManifestMatch } from "@container-inspection/shared-schemas/manifest-match";
import type { ScanType } from "@container-inspection/shared-schemas/scans";
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { api, bodyOf, FIRST_PAGE, queryOf } from "../api/client.ts";
import type { LIST_ORDERS } from "../shell/choices.ts";

/** Groups of queries that an action on a container changes. */
export const CHANGED = ["container", "containers", "escalations"] as const;

/** Filter of the container list, as the service accepts it. */
export type ContainerFilter = {
  search?: string | undefined;
  status?: ContainerStatus | undefined;
  verdict?: ManifestMatch["lane"] | undefined;
  class?: string | undefined;
  cameraId?: string | undefined;
  laneId?: string | undefined;
  sizeType?: string | undefined;
  activeFrom?: string | undefined;
  activeTo?: string | undefined;
};

/** A filter with the order of its list. */
export type OrderedFilter = ContainerFilter & { sort: (typeof LIST_ORDERS)[number] | "lastActivity" };

/** A container as it is, or as it was on the visit of this number. */
export const useContainer = (id: string, visit?: number) =>
  useQuery({ ...containerQuery(id, visit), select: ({ data }) => data });

export const containerQuery = (id: string, visit?: number) =>
  queryOf.queryOptions("get", "/v1/containers/{id}", { params: { path: { id }, query: { visit } } });

/** The expected numbers that are similar to a container's. */
export const useNearMisses = (id: string) =>
  queryOf.useQuery(
    "get",
    "/v1/containers/{id}/near-misses",
    { params: { path: { id } } },
    { select: ({ data }) => data },
  );

export const createContainer = async (body: { containerNumber: string; sizeType: string | undefined }) =>
  (await bodyOf(api.POST("/v1/containers", { body }))).data;

/** Hands a container over to the user with this address or id. */
export const setOwner = ({ id, ...body }: { id: string } & ({ email: string } | { ownerId: string })) =>
  bodyOf(api.PUT("/v1/containers/{id}/owner", { params: { path: { id } }, body }));

/** The last visits of a container, newest first. */
export const useVisits = (id: string, limit = 12) =>
  queryOf.useQuery(
    "get",
    "/v1/containers/{id}/visits",
    { params: { path: { id }, query: { limit } } },
    { select: ({ data }) => data },
  );

/** The examinations on the current visit, or on the one with this number, newest first. */
export const useExaminations = (id: string, visit: number | undefined) =>
  queryOf.useQuery(
    "get",
    "/v1/containers/{id}/examinations",
    { params: { path: { id }, query: { visit } } },
    { select: ({ data }) => data.items },
  );

/** Containers whose number holds a text, as far as one may choose from them. */
export const useContainersNamed = (part: string) =>
  queryOf.useQuery(
    "get",
    "/v1/containers",
    { params: { query: { q: part.trim(), limit: 6 } } },
    { select: ({ data }) => data.items, enabled: part.trim() !== "", placeholderData: keepPreviousData },
  );

/** The scans of a visit, newest first, as many pages as were asked for. */
export const useScans = (id: string, visit?: number, type?: ScanType) =>
  queryOf.useInfiniteQuery(
    "get",
    "/v1/containers/{id}/scans",
    { params: { path: { id }, query: { limit: 12, visit, type } } },
    {
      initialPageParam: FIRST_PAGE,
      getNextPageParam: ({ data }) => data.nextCursor,
      select: ({ pages }) => pages.flatMap(({ data }) => data.items),
    },
  );

/** The newest photo of a visit; null without any. */
export const useNewestPhoto = (id: string, visit?: number) =>
  queryOf.useQuery(
    "get",
    "/v1/containers/{id}/evidence",
    { params: { path: { id }, query: { limit: 1, visit } } },
    { select: ({ data }) => data.items[0] ?? null },
  );

/** One scan with its manifest match, which follows changes of the manifest. */
export const useScan = (id: string, scanId: string | undefined) =>
  useQuery({
    ...scanQuery(id, scanId ?? ""),
    select: ({ data }) => data,
    enabled: scanId !== undefined,
    placeholderData: keepPreviousData,
  });

export const scanQuery = (id: string, scanId: string) =>
  queryOf.queryOptions("get", "/v1/containers/{id}/scans/{scanId}", { params: { path: { id, scanId } } });

/** These manifests, as far as they are loaded, and whether more are being read. */
export const useManifests = (ids: readonly string[]) =>
  useQueries({
    queries: ids.map(manifestQuery),
    combine: (loaded) => ({
      manifests: loaded.flatMap(({ data }) => data?.data ?? []),
      isLoading: loaded.some((query) => query.isLoading),
    }),
  });

export const manifestQuery = (id: string) =>
  queryOf.queryOptions("get", "/v1/manifests/{id}", { params: { path: { id } } });
