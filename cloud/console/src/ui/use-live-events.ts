import type { LiveEvent, LiveEventKind } from "@container-inspection/shared-schemas";
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

/** Bursts of events are answered by one reading. */
const GATHER_MS = 300;

const ofContainer = ["container", "scans", "scan", "report"];
const ofEscalation = [...ofContainer, "escalations", "escalation"];
const alsoListed = (names: string[]) => ["containers", ...names];

/** The queries to refresh after each kind of event, by the first words of their keys. */
const refreshedBy: Record<LiveEventKind, string[]> = {
  "container.created": alsoListed(ofContainer),
  "container.updated": alsoListed([...ofContainer, "manifest"]),
  "container.deleted": alsoListed(ofContainer),
  "scan.recorded": alsoListed(ofContainer),
  "scan.finished": alsoListed(ofContainer),
  "escalation.raised": alsoListed(ofEscalation),
  "escalation.claimed": ofEscalation,
  "escalation.released": ofEscalation,
  "escalation.resolved": alsoListed(ofEscalation),
  "camera.seen": ["cameras"],
  "camera.faulty": ["edge-devices"],
  "camera.recovered": ["edge-devices"],
  "camera.drifted": ["cameras", "camera-drift"],
  "device.silent": ["edge-devices"],
  "device.back": ["edge-devices"],
};

/**
 * Follows the live events of the service while a user is signed in, and refreshes the queries they concern. The browser
 * reconnects by itself and continues after the last event; without a stream, the queries are still polled.
 */
export function useLiveEvents(isSignedIn: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!isSignedIn) return undefined;
    const stream = new EventSource("/v1/events");
    const gathered = new Map<string, QueryKey>();
    let timer: number | undefined;
    const gather = (keys: QueryKey[]) => {
      for (const key of keys) gathered.set(JSON.stringify(key), key);
      timer ??= window.setTimeout(() => {
        timer = undefined;
        for (const queryKey of gathered.values()) void queries.invalidateQueries({ queryKey });
        gathered.clear();
      }, GATHER_MS);
    };
    for (const [kind, names] of Object.entries(refreshedBy))
      stream.addEventListener(kind, ({ data }: MessageEvent<string>) => gather(keysOf(JSON.parse(data), names)));
    // Events were missed: refresh everything on the page.
    stream.addEventListener("reset", () => gather([[]]));
    return () => {
      stream.close();
      window.clearTimeout(timer);
    };
  }, [isSignedIn, queries]);
}

/** Narrowed to the event's container where a query is about one. */
function keysOf(event: LiveEvent, names: string[]): QueryKey[] {
  const id = "container" in event ? event.container.id : undefined;
  return names.map((name) => (id !== undefined && ofContainer.includes(name) ? [name, id] : [name]));
}
