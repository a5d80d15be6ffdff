import type { ContainerFacets } from "@container-inspection/shared-schemas/containers";
import { keepPreviousData } from "@tanstack/react-query";
import { queryOf } from "../api/client.ts";
import type { ContainerFilter } from "./containers-api.ts";

/** Events come in bursts, and each count reads all that is counted. */
const COUNT_EVERY_MS = 5_000;

/** Counts of the containers of a filter. Some seconds later they follow the list, which was read at `listReadAt`. */
export const useFacets = (query: ContainerFilter, listReadAt: number) =>
  queryOf.useQuery(
    "get",
    "/v1/containers/facets",
    { params: { query } },
    {
      select: ({ data }): ContainerFacets => data,
      placeholderData: keepPreviousData,
      staleTime: 60_000,
      refetchInterval: ({ state }) => (listReadAt > state.dataUpdatedAt ? COUNT_EVERY_MS : false),
    },
  );
