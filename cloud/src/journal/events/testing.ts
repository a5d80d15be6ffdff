import { type LiveEvent, liveEvent } from "@container-inspection/shared-schemas/live-events";
import { expect } from "vitest";
import { cleanUpLater } from "../../testing/clean-up.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { startServer } from "../../platform/http/start-server.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { type EventPosition, findEventsAfter, type FoundEvent, recordEvent } from "./event-store.ts";

/** A message as an EventSource would dispatch it. */
type Message = { type: string; data: string; lastEventId: string };

/**
 * The newest 100 events after a position, once no open transaction holds any of them back. Transactions in other
 * databases of the server that all tests share hold events back, too.
 */
export async function findSettledEvents(db: DatabaseOrTransaction, after?: EventPosition): Promise<FoundEvent[]> {
  let found = await findEventsAfter(db, after, 100);
  const isHeldBack = async () => (found = await findEventsAfter(db, after, 100)).isHeldBack;
  await expect.poll(isHeldBack, { message: "an open transaction holds events back" }).toBe(false);
  return found.events;
}

export type Follower = {
  status: number;
  headers: Headers;
  /** The body of a refusal. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read replies of every shape
  refusal: any;
  messages: Message[];
  /** Everything received so far, as text. */
  text: () => string;
  /** The live events received so far, checked against their schema. */
  events: () => LiveEvent[];
  /** Waits until this many live events have come, and returns all that have. */
  waitFor: (count: number) => Promise<LiveEvent[]>;
  /** The position from which an EventSource would resume. */
  lastEventId: () => string;
  /** Resolves when the stream has ended, by either side. */
  ended: Promise<void>;
  leave: () => void;
};

/** Serves the app on a free port until the test is over. */
export async function serve({ app, parts }: TestApp): Promise<string> {
  const server = await startServer(() => app, { port: 0, host: "127.0.0.1", newId: parts.newId });
  cleanUpLater(() => server.stop(0));
  return `http://127.0.0.1:${server.port}`;
}

/** Two processes on one database, and any number of others. */
export async function createPair() {
  const connection = await createTestDatabase();
  const cloud = await createTestApp({ connection });
  const another = () => createTestApp({ connection, settings: { jwtSecret: cloud.parts.settings.jwtSecret } });
  const [base, otherBase] = [await serve(cloud), await serve(await another())];
  return { connection, cloud, another, base, otherBase };
}

/** Records an event that all users may see. */
export const noteCamera = ({ parts }: TestApp, cameraId: string) =>
  recordEvent(parts.db, { kind: "camera.seen", cameraId, deviceId: null }, parts.nowMs());

/** Registers a container as a user; returns its id. */
export async function register(cloud: TestApp, { authorization }: TestUser): Promise<string> {
  const body = { containerNumber: `BOX ${cloud.parts.newId()}` };
  return (await cloud.send("POST", "/v1/containers", { body, headers: authorization })).body.data.id;
}

export const kindsOf = (events: readonly LiveEvent[]) => events.map(({ kind }) => kind);
export const camerasOf = (events: readonly LiveEvent[]) => events.map((event) => "cameraId" in event && event.cameraId);

/** Opens a stream and reads it according to https://html.spec.whatwg.org/multipage/server-sent-events.html. */
export async function follow(
  base: string,
  token: string,
  { query = "", headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<Follower> {
  const abort = new AbortController();
  cleanUpLater(async () => abort.abort());
  const reply = await fetch(`${base}/v1/events${query}`, {
    headers: { Authorization: `Bearer ${token}`, Accept: "text/event-stream", ...headers },
    signal: abort.signal,
  });
  const messages: Message[] = [];
  const events = () =>
    messages.filter(({ type }) => type !== "reset").map(({ data }) => liveEvent.parse(JSON.parse(data)));
  const seen = { text: "", lastEventId: "" };
  const isStream = reply.status === 200;
  const refusal = isStream ? undefined : await reply.json();
  const ended = isStream ? readStream(reply, messages, seen) : Promise.resolve();
  return {
    status: reply.status,
    headers: reply.headers,
    refusal,
    messages,
    text: () => seen.text,
    events,
    waitFor: async (count) => {
      await expect.poll(() => events().length, { interval: 10 }).toBeGreaterThanOrEqual(count);
      return events();
    },
    lastEventId: () => seen.lastEventId,
    ended,
    leave: () => abort.abort(),
  };
}

async function readStream(reply: Response, messages: Message[], seen: { text: string; lastEventId: string }) {
  const decoder = new TextDecoder();
  let begun = "";
  let message = { type: "", data: "" };
  const takeLine = (line: string) => {
    const [, field = "", value = ""] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (line === "") {
      if (message.data !== "")
        messages.push({
          type: message.type || "message",
          data: message.data.slice(0, -1),
          lastEventId: seen.lastEventId,
        });
      message = { type: "", data: "" };
    } else if (field === "id") seen.lastEventId = value;
    else if (field === "event") message.type = value;
    else if (field === "data") message.data += `${value}\n`;
  };
  try {
    for await (const chunk of reply.body ?? []) {
      const text = decoder.decode(chunk, { stream: true });
      seen.text += text;
      const lines = (begun + text).split("\n");
      begun = lines.pop() ?? "";
      for (const line of lines) takeLine(line);
    }
  } catch {
    // Cut off, or left.
  }
}
