import type { EdgeDevice } from "@container-inspection/shared-schemas/edge-devices";
import type { RollOut, UpdateRollOut } from "@container-inspection/shared-schemas/releases";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, bodyOf, queryOf } from "../api/client.ts";

/** Heartbeats are no live events: what devices run is polled. */
const LIVE_MS = 5_000;
/** The most items that the service lists at once. */
const MOST_AT_ONCE = 200;

/** The roll-outs, newest first. */
export const useRollOuts = (cursor: string | undefined) =>
  queryOf.useQuery(
    "get",
    "/v1/admin/roll-outs",
    { params: { query: { limit: 20, cursor } } },
    { select: ({ data }) => data, refetchInterval: LIVE_MS, placeholderData: keepPreviousData },
  );

/** One roll-out with its devices. */
export const useRollOut = (id: string) =>
  queryOf.useQuery(
    "get",
    "/v1/admin/roll-outs/{id}",
    { params: { path: { id } } },
    { select: ({ data }) => data, refetchInterval: LIVE_MS },
  );

/** The versions that may be rolled out, newest first. */
export const useReleases = () =>
  queryOf.useQuery(
    "get",
    "/v1/admin/releases",
    { params: { query: { limit: MOST_AT_ONCE } } },
    { select: ({ data }) => data.items },
  );

/** All devices that may be in a group. */
export const useGroupDevices = () =>
  useQuery({
    queryKey: ["get", "/v1/admin/edge-devices", "all"],
    queryFn: async ({ signal }) => {
      const devices: EdgeDevice[] = [];
      let cursor: string | undefined;
      do {
        const params = { query: { limit: MOST_AT_ONCE, cursor } };
        const { data } = await bodyOf(api.GET("/v1/admin/edge-devices", { params, signal }));
        devices.push(...data.items);
        cursor = data.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return devices.filter(({ state }) => state !== "revoked");
    },
  });

export const uploadRelease = async (file: File) =>
  (
    await bodyOf(
      api.POST("/v1/admin/releases", {
        body: "",
        bodySerializer: () => file,
        headers: { "Content-Type": "application/octet-stream" },
      }),
    )
  ).data;

export const deleteRelease = (id: string) =>
  bodyOf(api.DELETE("/v1/admin/releases/{id}", { params: { path: { id } } }));

export type NewRollOut = {
  releaseId: string;
  group: { siteIds: string[]; deviceIds: string[] };
  stage: RollOut["stage"];
  canaryIds: string[];
};

export const beginRollOut = async (body: NewRollOut) => (await bodyOf(api.POST("/v1/admin/roll-outs", { body }))).data;

export type RollOutChange = { id: string } & UpdateRollOut;

export const changeRollOut = async ({ id, ...body }: RollOutChange) =>
  (await bodyOf(api.PUT("/v1/admin/roll-outs/{id}", { params: { path: { id } }, body }))).data;
