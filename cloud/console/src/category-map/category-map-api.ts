import type { CategoryMap, NumberedCategoryMap } from "@container-inspection/shared-schemas/category-map";
import { t } from "@lingui/core/macro";
import { keepPreviousData } from "@tanstack/react-query";
import { api, bodyOf, queryOf } from "../api/client.ts";

/** The map in force. */
export const useCategoryMap = () =>
  queryOf.useQuery("get", "/v1/admin/category-map", {}, { select: ({ data }) => data });

/** The classes of cargo scans that nothing names. */
export const useUnmappedClasses = () =>
  queryOf.useQuery("get", "/v1/admin/category-map/unmapped-classes", {}, { select: ({ data }) => data.items });

/** Every map that was in force, newest first, without its content. */
export const useMapVersions = (cursor: string | undefined) =>
  queryOf.useQuery(
    "get",
    "/v1/admin/category-map/versions",
    { params: { query: { limit: 20, cursor } } },
    { select: ({ data }) => data, placeholderData: keepPreviousData },
  );

/** One version with its content; it never changes. */
export const useMapVersion = (version: number) =>
  queryOf.useQuery(
    "get",
    "/v1/admin/category-map/versions/{version}",
    { params: { path: { version: String(version) } } },
    { select: ({ data }) => data, staleTime: Infinity },
  );

/** The newest map of a release; a map of this installation follows all of them. Undefined until it is read. */
export function useBundledMap(current: NumberedCategoryMap): CategoryMap | undefined {
  const isBundled = current.createdBy === null;
  const { data: versions } = queryOf.useQuery(
    "get",
    "/v1/admin/category-map/versions",
    { params: { query: { limit: 200 } } },
    { select: ({ data }) => data.items, enabled: !isBundled },
  );
  const version = versions && (versions.find(({ createdBy }) => createdBy === null)?.version ?? 1);
  const { data: bundled } = queryOf.useQuery(
    "get",
    "/v1/admin/category-map/versions/{version}",
    { params: { path: { version: String(version) } } },
    { select: ({ data }) => data.map, staleTime: Infinity, enabled: version !== undefined },
  );
  return isBundled ? current.map : bundled;
}

type NewMap = { map: CategoryMap; note: string; basedOn: number };

/** Puts a map in force, unless the version that it is based on is in force no longer. */
export async function putCategoryMap({ map, note, basedOn }: NewMap): Promise<number> {
  const { data: current, response } = await api.GET("/v1/admin/category-map", { cache: "no-store" });
  if (current?.data.version !== basedOn) {
    const version = current?.data.version ?? "?";
    throw new Error(t`Version ${version} was put in force since you began. Compare it with your changes.`);
  }
  const { data } = await bodyOf(
    api.PUT("/v1/admin/category-map", {
      body: { map, ...(note && { note }) },
      headers: { "If-Match": response.headers.get("ETag") },
    }),
  );
  return data.version;
}
