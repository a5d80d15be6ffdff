import { api, bodyOf, queryOf } from "../api/client.ts";

/** More than anybody reads; those that have ended are not listed. */
const LIMIT = 50;

export const useOwnSessions = () =>
  queryOf.useQuery(
    "get",
    "/v1/user/me/sessions",
    { params: { query: { limit: LIMIT } } },
    { select: ({ data }) => data },
  );

export const endOwnSession = (sessionId: string) =>
  bodyOf(api.DELETE("/v1/user/me/sessions/{sessionId}", { params: { path: { sessionId } } }));

export const endOtherSessions = async () => (await bodyOf(api.DELETE("/v1/user/me/sessions"))).data;

export const useSessionsOf = (id: string) =>
  queryOf.useQuery(
    "get",
    "/v1/admin/users/{id}/sessions",
    { params: { path: { id }, query: { limit: LIMIT } } },
    { select: ({ data }) => data },
  );

export const endSessionOf = ({ id, sessionId }: { id: string; sessionId: string }) =>
  bodyOf(api.DELETE("/v1/admin/users/{id}/sessions/{sessionId}", { params: { path: { id, sessionId } } }));

export const endSessionsOf = async (id: string) =>
  (await bodyOf(api.DELETE("/v1/admin/users/{id}/sessions", { params: { path: { id } } }))).data;
