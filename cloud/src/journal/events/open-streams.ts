import type { LiveEventKind } from "@container-inspection/shared-schemas/live-events";
import type { Role } from "@container-inspection/shared-schemas/roles";
import { isLater, maySeeEvent } from "./event-rules.ts";
import type { EventPosition, FoundEvent } from "./event-store.ts";
import { type EventStream, openEventStream } from "./event-stream.ts";
import { formatEvent, formatHeartbeat } from "./format-event.ts";

/** The user of a stream, and the events that the user has asked for. */
export type Subscriber = {
  userId: string;
  sessionId: string;
  role: Role;
  /** Undefined for all. */
  kinds: ReadonlySet<LiveEventKind> | undefined;
  /** Closes the connection of a client that reads too slowly. */
  cut: () => void;
};

/** One subscriber's stream, from its opening to its end. */
export type OpenStream = Subscriber & {
  stream: EventStream;
  openedAtMs: number;
  /** The position that the client received from another process, which may be ahead: only later events are sent. */
  after: EventPosition | undefined;
};

const MAX_STREAMS = 5_000;
export const MAX_STREAMS_PER_USER = 20;

/** True if the subscriber may see an event and has asked for it. */
export function isFor({ kinds, ...caller }: Subscriber, event: FoundEvent): boolean {
  return maySeeEvent(caller, event) && (kinds === undefined || kinds.has(event.kind));
}

const isNews = ({ after }: OpenStream, position: EventPosition) => after === undefined || isLater(position, after);

/** The streams that are open in this process. */
export function createOpenStreams() {
  const streams = new Set<OpenStream>();
  const end = (open: OpenStream) => {
    if (streams.delete(open)) open.stream.close();
  };
  const cut = (open: OpenStream) => {
    end(open);
    open.cut();
  };
  const endWhere = (isOver: (open: OpenStream) => boolean) => {
    for (const open of streams) if (isOver(open)) end(open);
  };
  return {
    end,
    cut,
    endWhere,
    /** Adds a stream, which keeps events aside until it is released, or returns the limit that is reached. */
    add(
      subscriber: Subscriber,
      after: EventPosition | undefined,
      nowMs: number,
    ): OpenStream | "too-many-of-this-user" | "no-room" {
      if (streams.size >= MAX_STREAMS) return "no-room";
      const ofThisUser = [...streams].filter(({ userId }) => userId === subscriber.userId).length;
      if (ofThisUser >= MAX_STREAMS_PER_USER) return "too-many-of-this-user";
      const stream = openEventStream(() => streams.delete(open));
      const open: OpenStream = { ...subscriber, stream, openedAtMs: nowMs, after };
      streams.add(open);
      return open;
    },
    /** Sends each event to its subscribers, and disconnects those that are too slow. */
    deliver(events: readonly FoundEvent[]) {
      for (const event of events) {
        const bytes = formatEvent(event);
        for (const open of streams) {
          if (isNews(open, event.position) && isFor(open, event) && !open.stream.send(bytes)) cut(open);
        }
      }
    },
    sendHeartbeat(position: EventPosition | undefined) {
      const [bytes, bytesWithoutId] = [formatHeartbeat(position), formatHeartbeat(undefined)];
      for (const open of streams) {
        const isAhead = position !== undefined && !isNews(open, position);
        if (!open.stream.send(isAhead ? bytesWithoutId : bytes)) cut(open);
      }
    },
    all: (): readonly OpenStream[] => [...streams],
  };
}
