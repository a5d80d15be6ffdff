import { api, bodyOf, queryOf } from "../api/client.ts";
import { useIsSupervisor } from "../api/me.ts";

/** The views of the queue that the user saved, by name. */
export const useSavedViews = () =>
  queryOf.useQuery(
    "get",
    "/v1/user/me/saved-views",
    {},
    { select: ({ data }) => data.items, staleTime: 60_000, enabled: useIsSupervisor() },
  );

/** Saves a filter, as the address states it, in place of the view of the same name. */
export const saveView = (body: { name: string; search: string }) =>
  bodyOf(api.PUT("/v1/user/me/saved-views", { body }));

export const deleteView = (id: string) =>
  bodyOf(api.DELETE("/v1/user/me/saved-views/{id}", { params: { path: { id } } }));
