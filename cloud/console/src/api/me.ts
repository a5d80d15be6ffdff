import { type QueryClient, useQuery } from "@tanstack/react-query";
import { api, bodyOf, queryOf } from "./client.ts";

const me = () => queryOf.queryOptions("get", "/v1/user/me", {}, { select: ({ data }) => data, staleTime: 60_000 });

/** Reads the signed-in user. */
export const useMe = () => useQuery(me());

/** Reads who is signed in while the page's script is still loaded, unless that is known. */
export const readMeAhead = (queries: QueryClient): void => void queries.prefetchQuery({ ...me(), staleTime: Infinity });

/** True for users who review: the queue of escalations and the verdicts on detections are theirs. */
export const useIsSupervisor = () => {
  const role = useMe().data?.role;
  return role === "supervisor" || role === "admin";
};

/** True for users who manage people, devices and the settings of the service. */
export const useIsAdmin = () => useMe().data?.role === "admin";

/** The id of the user who is signed in now, not from the cache. */
export const readUserId = async () => (await bodyOf(api.GET("/v1/user/me"))).data.id;

export const signOut = () => bodyOf(api.GET("/v1/user/auth/logout"));
