import type { LiveEvent, LiveEventKind } from "@container-inspection/shared-schemas/live-events";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type Group, refresh } from "../api/refresh.ts";
import { REFRESHED_BY } from "./event-kinds.ts";
import { openEventStream, type Receive } from "./event-stream.ts";
import type { FromTab, ToTab } from "./messages.ts";

/** Bursts of events are answered by one reading. */
const GATHER_MS = 300;
/** Time in ms between reads of the page while no stream is open. */
const FALLBACK_MS = 20_000;

/**
 * Follows the live events of the service while a user is signed in, and refreshes the queries they concern. Without a
 * stream, it polls the shown data.
 */
export function useLiveEvents(userId: string | undefined): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (userId === undefined) return undefined;
    const { receive, stop } = refreshOnEvents(queries);
    const leave =
      typeof SharedWorker === "undefined" ? openEventStream(pagePosition(), receive) : followWorker(userId, receive);
    return () => {
      leave();
      stop();
    };
  }, [userId, queries]);
}

/** Follows the stream that all tabs of this browser share. */
function followWorker(userId: string, receive: Receive): () => void {
  const { port } = new SharedWorker(new URL("./event-worker.ts", import.meta.url), { type: "module", name: "events" });
  const send = (message: FromTab) => port.postMessage(message);
  const follow = () => send({ kind: "follow", userId, position: pagePosition() });
  const leave = () => send({ kind: "leave" });
  port.addEventListener("message", ({ data }: MessageEvent<ToTab>) => receive(data.kind, data.data));
  port.start();
  follow();
  // A page that the browser sets aside, and brings back with Back, runs no script in between.
  window.addEventListener("pagehide", leave);
  window.addEventListener("pageshow", follow);
  return () => {
    window.removeEventListener("pagehide", leave);
    window.removeEventListener("pageshow", follow);
    leave();
    port.close();
  };
}

function refreshOnEvents(queries: QueryClient): { receive: Receive; stop: () => void } {
  let timer: number | undefined;
  let isOpen = false;
  let isReset = false;
  const changed = new Map<string, { groups: Group[]; containerId: string | undefined }>();
  const refreshAll = () => {
    timer = undefined;
    if (isReset) void queries.invalidateQueries();
    else for (const { groups, containerId } of changed.values()) void refresh(queries, groups, containerId);
    isReset = false;
    changed.clear();
  };
  const receive: Receive = (kind, data) => {
    if (kind === "open" || kind === "lost") {
      isOpen = kind === "open";
      return;
    }
    if (isKnown(kind)) {
      const event: LiveEvent = JSON.parse(data);
      const containerId = "container" in event ? event.container.id : undefined;
      changed.set(`${kind} ${containerId}`, { groups: REFRESHED_BY[kind], containerId });
    } else isReset = true;
    timer ??= window.setTimeout(refreshAll, GATHER_MS);
  };
  const poll = window.setInterval(() => {
    if (!isOpen) void queries.invalidateQueries();
  }, FALLBACK_MS);
  const stop = () => {
    window.clearTimeout(timer);
    window.clearInterval(poll);
  };
  return { receive, stop };
}

/** Newest event when the service sent the page; the page's data is at least as new and needs no second read. */
const pagePosition = () => document.querySelector('meta[name="events-after"]')?.getAttribute("content") ?? "";

const isKnown = (kind: string): kind is LiveEventKind => kind in REFRESHED_BY;
