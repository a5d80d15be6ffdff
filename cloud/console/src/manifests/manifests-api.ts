import type { Manifest, manifestRequest, ManifestStatus } from "@container-inspection/shared-schemas";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import { api, bodyOf, FIRST_PAGE, queryOf } from "../api/client.ts";

/** A manifest as it is sent. */
export type ManifestInput = z.input<typeof manifestRequest>;
/** A manifest as it was read, with the tag by which the service knows this version. */
export type Tagged<Kind = Manifest> = { data: Kind; etag: string };

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
    { params: { query } },
    { select: ({ data }) => data, placeholderData: keepPreviousData },
  );

/** A manifest with its tag. */
export const useTaggedManifest = (id: string) =>
  useQuery({
    queryKey: ["get", "/v1/manifests/{id}", { params: { path: { id } } }, "tagged"],
    queryFn: async ({ signal }): Promise<Tagged> => {
      const { data, response } = await api.GET("/v1/manifests/{id}", { params: { path: { id } }, signal });
      return tagged(data, response);
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

/** Containers whose number holds a text, as far as one may choose from them. */
export const useContainersNamed = (part: string) =>
  queryOf.useQuery(
    "get",
    "/v1/containers",
    { params: { query: { q: part, limit: 6 } } },
    { select: ({ data }) => data.items, enabled: part !== "", placeholderData: keepPreviousData },
  );

export const createManifest = async (body: ManifestInput) => (await bodyOf(api.POST("/v1/manifests", { body }))).data;

/** Changes these fields, unless the manifest has another version than the tag's (412). */
export async function updateManifest({ id, etag, body }: { id: string; etag: string; body: ManifestInput }) {
  const { data, response } = await api.PUT("/v1/manifests/{id}", {
    params: { path: { id } },
    headers: { "If-Match": etag },
    body,
  });
  return tagged(data, response);
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
  const { data, response } = await api.GET("/v1/containers/{id}", { params: { path: { id } } });
  const container = await tagged(data, response);
  if (container.data.manifestIds.join() !== shownIds.join())
    throw new Error("The manifests of this container have changed. Check them and try again.");
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

/** The tag of a compressed reply has an ending of its own, which the service does not need. */
async function tagged<Kind>(body: { data: Kind } | undefined, response: Response): Promise<Tagged<Kind>> {
  const { data } = await bodyOf(Promise.resolve({ data: body, response }));
  return { data, etag: (response.headers.get("ETag") ?? "").replace(/-gzip"$/, '"') };
}
