import { keepPreviousData } from "@tanstack/react-query";
import { api, bodyOf, FIRST_PAGE, queryOf } from "../api/client.ts";

export type PassageState = "unidentified" | "assigned";

/** The passages whose containers a person must name, or has named, newest first, as many pages as were asked for. */
export const usePassages = (state: PassageState, laneId: string | undefined) =>
  queryOf.useInfiniteQuery(
    "get",
    "/v1/passages",
    { params: { query: { state, laneId, limit: 50 } } },
    {
      initialPageParam: FIRST_PAGE,
      getNextPageParam: ({ data }) => data.nextCursor,
      select: ({ pages }) => pages.flatMap(({ data }) => data.items),
      placeholderData: keepPreviousData,
    },
  );

/** The numbers that the vehicle of a passage may have; with `part`, only those that fit it. */
export const useSuggestions = (id: string, part: string | undefined) =>
  queryOf.useQuery(
    "get",
    "/v1/passages/{id}/suggestions",
    { params: { path: { id }, query: { part } } },
    { select: ({ data }) => data.items, placeholderData: keepPreviousData },
  );

export type Assignment = { id: string; containerNumber: string; position: string | undefined };

export const assign = ({ id, ...body }: Assignment) =>
  bodyOf(api.POST("/v1/passages/{id}/assignment", { params: { path: { id } }, body }));
