import type { Role } from "@container-inspection/shared-schemas/roles";
import type { Database } from "../../platform/db/database.ts";
import type { JobSource } from "../../platform/db/connect.ts";
import { listen, type Notices } from "../../platform/db/listen.ts";
import { repeat } from "../../platform/concurrency/repeat.ts";
import type { Needs } from "../../platform/parts.ts";
import { openEventReader } from "./event-reader.ts";
import {
  deleteForeignEvents,
  type EventPosition,
  EVENTS_CHANNEL,
  findEventsBetween,
  type FoundEvent,
} from "./event-store.ts";
import { isLater } from "./event-rules.ts";
import { formatEvent, formatPosition, formatReset, STREAM_HEAD } from "./format-event.ts";
import { createOpenStreams, isFor, type OpenStream, type Subscriber } from "./open-streams.ts";

/** Live events for any number of streams, with one connection that is notified of them and one read for all streams. */
export type EventFeed = {
  /**
   * Opens a stream. It continues after the last event that the client received, or begins with a reset if it cannot.
   * Returns the limit that is reached when there are too many streams. Rejects when the database is unavailable.
   */
  subscribe: (
    subscriber: Subscriber,
    lastSeen: EventPosition | undefined,
  ) => Promise<ReadableStream<Uint8Array> | "too-many-of-this-user" | "no-room">;
  /** The id of the newest event that was delivered; undefined before the first. A stream can continue after it. */
  position: () => string | undefined;
  /**
   * Returns the number of open streams, and the time in ms since all recorded events were last delivered.
   */
  state: () => { open: number; lagMs: number };
  /** Ends all streams and opens no others; resolves after the last query. */
  stop: () => Promise<void>;
};

/** A client that has missed more events than this gets a reset. */
const MAX_MISSED = 500;
/** Interval in ms after which a lost notification is noticed, of events and of ended sessions. */
const TICK_MS = 5_000;
const HEARTBEAT_MS = 15_000;
/** Maximum duration of a stream in ms; after this, clients must connect again and authenticate. */
const LONGEST_STREAM_MS = 3_600_000;

/** Access to the sessions that opened the streams of the feed. */
type StreamSessions = {
  /** Notifications on this channel name a session that ended, or a user whose sessions all ended. */
  channel: string;
  /** The role of each session that is valid now, by its id. */
  findRoles: (db: Database, sessionIds: readonly string[], now: Date) => Promise<ReadonlyMap<string, Role>>;
};

type FeedParts = Needs<"db" | "logger" | "nowMs"> & {
  sessions: StreamSessions;
};

/** Another part that receives notifications of its own channels, over the same connection. */
type Follower = Pick<Notices, "channels" | "onNotice" | "onListening">;

/** Starts to follow the recorded events, after the newest one. */
export async function openEventFeed(
  parts: FeedParts,
  source: JobSource,
  { tickMs = TICK_MS, followers = [] }: { tickMs?: number; followers?: readonly Follower[] } = {},
): Promise<EventFeed> {
  const { db, logger, nowMs } = parts;
  const streams = createOpenStreams();
  await deleteForeignEvents(db);
  const reader = await openEventReader(parts, (events) => streams.deliver(events));
  const listener = await listen(source, {
    channels: [EVENTS_CHANNEL, parts.sessions.channel, ...followers.flatMap(({ channels }) => channels)],
    onNotice(channel, payload) {
      for (const follower of followers) if (follower.channels.includes(channel)) follower.onNotice(channel, payload);
      if (channel === EVENTS_CHANNEL) reader.wake();
      if (channel === parts.sessions.channel)
        streams.endWhere(({ sessionId, userId }) => payload === sessionId || payload === userId);
    },
    onListening() {
      reader.wake();
      for (const follower of followers) follower.onListening();
    },
    logger,
  });
  const warn = (error: unknown) => logger.warn({ err: error }, "the upkeep of live events failed; retrying");
  const every = (ms: number, work: () => Promise<void>) => repeat(ms, work, warn);
  const timers = [
    every(tickMs, async () => {
      reader.wake();
      await endStale(parts, streams);
    }),
    every(HEARTBEAT_MS, async () => streams.sendHeartbeat(reader.position())),
  ];
  let isStopped = false;
  return {
    async subscribe(subscriber, lastSeen) {
      const open = isStopped ? "no-room" : streams.add(subscriber, lastSeen, nowMs());
      if (typeof open === "string") return open;
      try {
        const missed = await findMissed(db, reader.position(), lastSeen);
        // Events from before a reset are not sent after it.
        if (!missed) await reader.catchUp();
        if (!begin(open, missed, reader.position())) streams.cut(open);
      } catch (error) {
        streams.end(open);
        throw error;
      }
      return open.stream.body;
    },
    position() {
      const position = reader.position();
      return position && formatPosition(position);
    },
    state: () => ({ open: streams.all().length, lagMs: Math.max(0, nowMs() - reader.caughtUpAtMs()) }),
    async stop() {
      isStopped = true;
      streams.endWhere(() => true);
      await Promise.all([listener.stop(), reader.stop(), ...timers.map((timer) => timer.stop())]);
    },
  };
}

/** The events that a client missed, up to the position where its stream starts; undefined if it cannot continue. */
async function findMissed(
  db: FeedParts["db"],
  fedFrom: EventPosition | undefined,
  lastSeen: EventPosition | undefined,
): Promise<FoundEvent[] | undefined> {
  if (!lastSeen || !fedFrom) return undefined;
  return findEventsBetween(db, lastSeen, isLater(lastSeen, fedFrom) ? lastSeen : fedFrom, MAX_MISSED);
}

/** Starts a stream with the missed events, or with a reset, which replaces all earlier ones. */
function begin(open: OpenStream, missed: readonly FoundEvent[] | undefined, position: EventPosition | undefined) {
  const { stream } = open;
  if (missed) {
    const news = missed.filter((event) => isFor(open, event)).map(formatEvent);
    return stream.release([STREAM_HEAD, ...news], "send-aside");
  }
  open.after = undefined;
  return stream.release([STREAM_HEAD, formatReset(position)], "drop-aside");
}

/** Ends streams that have reached their longest duration, or whose session has ended or changed its role. */
async function endStale(
  { db, nowMs, sessions }: FeedParts,
  streams: ReturnType<typeof createOpenStreams>,
): Promise<void> {
  const now = nowMs();
  streams.endWhere(({ openedAtMs }) => now - openedAtMs > LONGEST_STREAM_MS);
  const checked = streams.all();
  if (checked.length === 0) return;
  const sessionIds = [...new Set(checked.map(({ sessionId }) => sessionId))];
  const roles = await sessions.findRoles(db, sessionIds, new Date(now));
  for (const open of checked) if (roles.get(open.sessionId) !== open.role) streams.end(open);
}
