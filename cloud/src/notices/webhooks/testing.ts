import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { expect } from "vitest";
import { cleanUpLater } from "../../testing/clean-up.ts";
import { recordEvent } from "../../journal/events/event-store.ts";
import type { NewLiveEvent } from "../../journal/events/new-live-event.ts";
import { startWebServer } from "../../platform/outbound/testing.ts";
import { createTestApp, type TestUser } from "../../testing/app.ts";
import { runWebhooks } from "./run-webhooks.ts";

type Received = { body: string; headers: Record<string, string> };

/** Another system: a web server that keeps its requests, and answers 204 unless `answer` is replaced. */
export const startReceiver = async () => {
  const receiver = {
    received: [] as Received[],
    answer: (_request: IncomingMessage, response: ServerResponse) => void response.writeHead(204).end(),
  };
  const url = await startWebServer((request, response) => {
    void receive(request, response);
  });
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    receiver.received.push({ body: await text(request), headers });
    receiver.answer(request, response);
  };
  return Object.assign(receiver, { url: `${url}/hook` });
};

/** A cloud with users, whose webhooks may use the loopback address; nothing is sent until `work`. */
export const setUp = async (settings = {}) => {
  const cloud = await createTestApp({ settings: { webhookAllowPrivateAddresses: true, ...settings } });
  const [ann, admin] = [await cloud.signIn("operator"), await cloud.signIn("admin")];
  const as = (user: TestUser, method: string, url: string, body?: unknown, headers = {}) =>
    cloud.send(method, `/v1${url}`, { body, headers: { ...user.authorization, ...headers } });
  const call = (method: string, url = "", body?: unknown, headers = {}) =>
    as(admin, method, `/admin/webhooks${url}`, body, headers);
  const subscribe = async (url: string, events: string[] = ["scan.recorded"]) =>
    (await call("POST", "", { url, events })).body.data;
  const record = (event: NewLiveEvent) =>
    cloud.parts.db.transaction((tx) => recordEvent(tx, event, cloud.parts.nowMs()));
  const deliveries = async (id: string, query = "") => (await call("GET", `/${id}/deliveries${query}`)).body.data.items;
  const work = () => {
    const running = runWebhooks(cloud.parts, { intervalMs: 100 });
    cleanUpLater(() => running.stop(0));
    return running;
  };
  /** Waits until the newest delivery matches. */
  const until = (id: string, wanted: object) =>
    expect.poll(async () => (await deliveries(id))[0]).toMatchObject(wanted);
  return { cloud, ann, admin, as, call, subscribe, record, deliveries, work, until };
};

/** Returns the message if its signature is valid. */
export const verify = (secret: string, { body, headers }: Received) => new Webhook(secret).verify(body, headers);
