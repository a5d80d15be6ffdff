import { useEffect } from "react";
import { api, bodyOf, queryOf } from "../api/client.ts";
import { useIsSupervisor, useMe } from "../api/me.ts";

const PATH = "/v1/escalations/{id}/viewers/me";
/** Users who only pass an escalation on their way to another one are not reported. */
const STAYED_MS = 700;
const REPEATED_MS = 30_000;
/** The service no longer lists a user whose browser has reported nothing for this long. */
const LISTED_MS = 75_000;

/**
 * The other users who look at an escalation now, by its id. Live events refresh it; while there are any, it is read
 * again at times, as a browser that was closed roughly reports nothing.
 */
export function useViewers(): ReadonlyMap<string, string[]> {
  const userId = useMe().data?.id;
  const { data } = queryOf.useQuery(
    "get",
    "/v1/escalations/viewers",
    {},
    {
      enabled: useIsSupervisor(),
      refetchInterval: ({ state }) => (hasOthers(state.data?.data.items ?? [], userId) ? LISTED_MS : false),
      select: ({ data: { items } }) => byEscalation(items.filter(({ user }) => user.id !== userId)),
    },
  );
  return data ?? NO_VIEWERS;
}

type Viewer = { escalationId: string; user: { id: string; email: string } };
const NO_VIEWERS: ReadonlyMap<string, string[]> = new Map();

const hasOthers = (items: readonly Viewer[], userId: string | undefined) =>
  items.some(({ user }) => user.id !== userId);

function byEscalation(viewers: readonly Viewer[]): ReadonlyMap<string, string[]> {
  const emails = Map.groupBy(viewers, ({ escalationId }) => escalationId);
  return new Map([...emails].map(([id, of]) => [id, of.map(({ user }) => user.email)]));
}

/** Reports to the other users that this one looks at an escalation, while the page is visible. */
export function useReportViewing(id: string | undefined): void {
  const isSupervisor = useIsSupervisor();
  const viewed = isSupervisor ? id : undefined;
  useEffect(() => (viewed === undefined ? undefined : reportViewing(viewed)), [viewed]);
}

function reportViewing(id: string): () => void {
  const init = { params: { path: { id } } };
  let isReported = false;
  let timer: number | undefined;
  // Errors are ignored here; the user's own action reports them.
  const report = () => {
    isReported = true;
    void bodyOf(api.PUT(PATH, init)).catch(() => undefined);
    timer = window.setTimeout(report, REPEATED_MS);
  };
  const leave = () => {
    window.clearTimeout(timer);
    if (isReported) void bodyOf(api.DELETE(PATH, { ...init, keepalive: true })).catch(() => undefined);
    isReported = false;
  };
  const look = () => {
    leave();
    if (document.visibilityState === "visible") timer = window.setTimeout(report, STAYED_MS);
  };
  look();
  document.addEventListener("visibilitychange", look);
  window.addEventListener("pagehide", leave);
  return () => {
    document.removeEventListener("visibilitychange", look);
    window.removeEventListener("pagehide", leave);
    leave();
  };
}
