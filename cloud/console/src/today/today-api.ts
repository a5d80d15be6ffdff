import { keepPreviousData } from "@tanstack/react-query";
import { queryOf } from "../api/client.ts";
import { useZone } from "../ui/zone.ts";
import type { Range } from "./range.ts";

/** Counts are written with a delay of up to a minute: they are polled. */
const COUNTS_MS = 60_000;

/** Reads the counts of a range, by hour or day and by site or lane. */
export const useStatistics = ({ from, to, bucket }: Range, groupBy: "site" | "lane") => {
  const timeZone = useZone() ?? ZONE;
  return queryOf.useQuery(
    "get",
    "/v1/statistics",
    { params: { query: { from, to, bucket, groupBy, timeZone } } },
    { select: ({ data }) => data, refetchInterval: COUNTS_MS, placeholderData: keepPreviousData },
  );
};

/** The containers whose scans are the newest. */
export const useNewest = () =>
  queryOf.useQuery(
    "get",
    "/v1/containers",
    { params: { query: { sort: "lastActivity", limit: 12 } } },
    { select: ({ data }) => data.items },
  );

/** That of the device. */
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
