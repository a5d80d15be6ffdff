import { api, bodyOf, queryOf } from "../api/client.ts";

/** Shifts are no live events: they are polled. */
const SHIFTS_MS = 30_000;

/** The shifts that last now, at most one in each lane. */
export const useActiveShifts = () =>
  queryOf.useQuery(
    "get",
    "/v1/shifts",
    { params: { query: { active: true, limit: 200 } } },
    { select: ({ data }) => data.items, refetchInterval: SHIFTS_MS },
  );

/** The addresses of the operators of the latest shifts, in order of the alphabet. */
export const useKnownOperators = () =>
  queryOf.useQuery(
    "get",
    "/v1/shifts",
    { params: { query: { limit: 200 } } },
    { select: ({ data }) => [...new Set(data.items.map(({ operator }) => operator.email))].toSorted() },
  );

/** Takes a lane until a time; for the caller unless an address is given. */
export const takeLane = async (body: { laneId: string; until: string; email?: string }) =>
  (await bodyOf(api.POST("/v1/shifts", { body }))).data;

export const endShift = (id: string) => bodyOf(api.POST("/v1/shifts/{id}/end", { params: { path: { id } } }));
