import type { Manifest, manifestRequest, ManifestStatus } from "@container-inspection/shared-schemas/manifests";
import { t } from "@lingui/core/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import { api, bodyOf, FIRST_PAGE, queryOf, taggedBodyOf } from "../api/client.ts";

/** A manifest as it is sent. */
export type ManifestInput = z.input<typeof manifestRequest>;
/** A manifest as it was read, with the tag by which the service knows this version. */
export type Tagged = { data: Manifest; etag: string };

type ListQuery = {
  q: string | undefined;
  status: ManifestStatus | undefined;
  containerNumber: string | undefined;
  attached: boolean | undefined;
  cursor: string | undefined;
};

export const useManifestList = (query: ListQuery) =>
  queryOf.useQuery(
    "get",
    "/v1/manifests",
    { params: { query: { ...query, total: "true" } } },
    { select: ({ data }) => data, placeholderData: keepPreviousData },
  );

/** A manifest with its tag. */
export const useTaggedManifest = (id: string) =>
  useQuery({
    queryKey: ["get", "/v1/manifests/{id}", { params: { path: { id } } }, "tagged"],
    queryFn: async ({ signal }): Promise<Tagged> => {
      const call = api.GET("/v1/manifests/{id}", { params: { path: { id } }, signal });
      const { body, etag } = await taggedBodyOf(call);
      return { data: body.data, etag };
    },
  });

/** The changes of a manifest, newest first, as many pages as were asked for; also of a deleted one. */
export const useManifestHistory = (id: string) =>
  queryOf.useInfiniteQuery(
    "get",
    "/v1/manifests/{id}/history",
    { params: { path: { id }, query: { limit: 20 } } },
    {
      initialPageParam: FIRST_PAGE,
      pageParamName: "cursor",
      getNextPageParam: ({ data }) => data.nextCursor,
      select: ({ pages }) => pages.flatMap(({ data }) => data.items),
    },
  );

export const createManifest = async (body: ManifestInput) => (await bodyOf(api.POST("/v1/manifests", { body }))).data;

/** Changes these fields, unless the manifest has another version than the tag's (412). */
export async function updateManifest({ id, etag, body }: { id: string; etag: string; body: ManifestInput }) {
  const init = { params: { path: { id } }, headers: { "If-Match": etag }, body };
  const saved = await taggedBodyOf(api.PUT("/v1/manifests/{id}", init));
  return { data: saved.body.data, etag: saved.etag };
}

/** Returns the match with these changes; fails with 412 if the manifest has another version than the tag's. */
export async function previewMatch({ id, etag, body }: { id: string; etag: string; body: ManifestInput }) {
  const init = { params: { path: { id } }, headers: { "If-Match": etag }, body };
  return (await bodyOf(api.POST("/v1/manifests/{id}/match-preview", init))).data;
}

export const deleteManifest = ({ id, etag }: { id: string; etag: string }) =>
  bodyOf(api.DELETE("/v1/manifests/{id}", { params: { path: { id } }, headers: { "If-Match": etag } }));

/** Attaches a manifest beside those that a container has, or in their place, while these are as they were shown. */
export async function attachManifest(wanted: {
  containerId: string;
  manifestId: string;
  shownIds: readonly string[];
  isReplacing: boolean;
}) {
  const { containerId: id, manifestId, shownIds, isReplacing } = wanted;
  const container = await taggedBodyOf(api.GET("/v1/containers/{id}", { params: { path: { id } } }));
  if (container.body.data.manifestIds.join() !== shownIds.join())
    throw new Error(t`The manifests of this container have changed. Check them and try again.`);
  const headers = { "If-Match": container.etag };
  await bodyOf(
    isReplacing
      ? api.PUT("/v1/containers/{id}/manifest", { params: { path: { id } }, headers, body: { manifestId } })
      : api.PUT("/v1/containers/{id}/manifests/{manifestId}", { params: { path: { id, manifestId } }, headers }),
  );
}

export const detachManifest = (path: { id: string; manifestId: string }) =>
  bodyOf(api.DELETE("/v1/containers/{id}/manifests/{manifestId}", { params: { path } }));

/** Detaches all manifests of a container. */
export const detachAll = (id: string) =>
  bodyOf(api.DELETE("/v1/containers/{id}/manifest", { params: { path: { id } } }));
