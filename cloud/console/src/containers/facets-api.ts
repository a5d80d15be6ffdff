import type { ContainerFacets } from "@container-inspection/shared-schemas";
import { keepPreviousData } from "@tanstack/react-query";
import { queryOf } from "../api/client.ts";
import type { ContainerFilter } from "./containers-api.ts";

/** Counts of the containers of a filter. They do not follow live events: each of them would count all again. */
export const useFacets = (query: ContainerFilter) =>
  queryOf.useQuery(
    "get",
    "/v1/containers/facets",
    { params: { query } },
    { select: ({ data }): ContainerFacets => data, placeholderData: keepPreviousData, staleTime: 60_000 },
  );
