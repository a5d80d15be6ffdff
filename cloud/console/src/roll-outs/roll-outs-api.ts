import type { RollOut } from "@container-inspection/shared-schemas";
import { keepPreviousData } from "@tanstack/react-query";
import { api, bodyOf, queryOf } from "../api/client.ts";

/** Heartbeats are no live events: what devices run is polled. */
const LIVE_MS = 5_000;

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
    { params: { query: { limit: 50 } } },
    { select: ({ data }) => data.items },
  );

/** The devices that may be in a group. */
export const useGroupDevices = () =>
  queryOf.useQuery(
    "get",
    "/v1/admin/edge-devices",
    { params: { query: { limit: 200 } } },
    { select: ({ data }) => data.items.filter(({ state }) => state !== "revoked") },
  );

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

export type NewRollOut = {
  releaseId: string;
  group: { siteIds: string[]; deviceIds: string[] };
  stage: RollOut["stage"];
  canaryIds: string[];
};

export const beginRollOut = async (body: NewRollOut) => (await bodyOf(api.POST("/v1/admin/roll-outs", { body }))).data;

export type RollOutChange = { id: string } & Partial<Pick<RollOut, "stage" | "state">>;

export const changeRollOut = async ({ id, ...body }: RollOutChange) =>
  (await bodyOf(api.PUT("/v1/admin/roll-outs/{id}", { params: { path: { id } }, body }))).data;
