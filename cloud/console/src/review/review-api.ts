import type { EscalationSource, QueuedEscalation } from "@container-inspection/shared-schemas/escalations";
import { keepPreviousData, type QueryClient } from "@tanstack/react-query";
import { FIRST_PAGE, queryOf } from "../api/client.ts";
import { containerQuery, manifestQuery, scanQuery } from "../containers/containers-api.ts";
import { imageUrl } from "../pictures/picture-urls.ts";

type QueueFilter = {
  state?: "OPEN" | "CLAIMED" | undefined;
  claimedById?: string | undefined;
  source?: EscalationSource | undefined;
  laneId?: string | undefined;
  class?: string | undefined;
  raisedBefore?: string | undefined;
};

/** The undecided escalations, most severe and oldest first, as many pages as were asked for. */
export const useQueue = (query: QueueFilter) =>
  queryOf.useInfiniteQuery(
    "get",
    "/v1/escalations/queue",
    { params: { query: { ...query, limit: 50 } } },
    {
      initialPageParam: FIRST_PAGE,
      getNextPageParam: ({ data }) => data.nextCursor,
      select: ({ pages }) => pages.flatMap(({ data }) => data.items),
      placeholderData: keepPreviousData,
    },
  );

/** Preloads the data and the picture of an escalation's page before it is opened. */
export async function preloadItem(queries: QueryClient, { container, pictureScanId }: QueuedEscalation): Promise<void> {
  if (pictureScanId !== null) {
    new Image().src = imageUrl(container.id, pictureScanId);
    void queries.prefetchQuery(scanQuery(container.id, pictureScanId));
  }
  const { data } = await queries.fetchQuery(containerQuery(container.id));
  for (const id of data.manifestIds) void queries.prefetchQuery(manifestQuery(id));
}
