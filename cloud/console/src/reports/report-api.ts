import { queryOf } from "../api/client.ts";

/** The report of the current visit, or of the one with this number. */
export const useReport = (id: string, visit: number | undefined) =>
  queryOf.useQuery(
    "get",
    "/v1/containers/{id}/report",
    { params: { path: { id }, query: { visit } } },
    { select: ({ data }) => data, refetchOnWindowFocus: false },
  );
