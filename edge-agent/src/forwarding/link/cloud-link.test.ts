import { expect, onTestFinished, test } from "vitest";
import { startCloudServer } from "../testing/cloud-server.ts";
import { fixedKey } from "./api-key.ts";
import { callOnce, createCloudLink } from "./cloud-link.ts";
import { DIRECT } from "./open-dispatcher.ts";

const { signal } = new AbortController();

/** A cloud with two addresses, at the first of which a proxy answers requests for live pictures. */
async function setUp() {
  const [first, second] = [await startCloudServer(), await startCloudServer()];
  onTestFinished(async () => void (await Promise.all([first.close(), second.close()])));
  first.respond(({ path }) => (path.endsWith("/live-pictures") ? { status: 502, body: "<h1>Bad Gateway" } : undefined));
  const fallback = { from: `${first.url}/site`, to: second.url, failBackMs: 3_600_000 };
  const parts = { cloudUrl: `${first.url}/site//`, apiKey: fixedKey("key"), network: { ...DIRECT, fallback } };
  const link = createCloudLink(parts);
  const openClient = () => {
    const client = link.openClient({ concurrency: 1 });
    onTestFinished(() => client.close());
    const post = async (route: "/v1/edge/live-pictures" | "/v1/edge/heartbeat") =>
      client.post({ url: link.urlOf(route), key: null, body: Buffer.from(JSON.stringify("x".repeat(2_000))), signal });
    return { client, post };
  };
  return { parts, first, second, link, openClient };
}

test("the URL of a route begins with the address of the cloud and its path", async () => {
  const { first, link } = await setUp();
  expect(link.urlOf("/v1/edge/heartbeat")).toBe(`${first.url}/site/v1/edge/heartbeat`);
});

test("a client that gets no answer of the cloud moves to the second address, and no other client does", async () => {
  const { first, second, openClient } = await setUp();
  const [pictures, heartbeats] = [openClient(), openClient()];
  await pictures.post("/v1/edge/live-pictures");
  await pictures.post("/v1/edge/live-pictures");
  expect(await heartbeats.post("/v1/edge/heartbeat")).toMatchObject({ type: "answer", status: 200 });
  expect([pictures.client.usesFallback(), heartbeats.client.usesFallback()]).toEqual([true, false]);
  expect(first.requests.map(({ path }) => path)).toEqual(["/site/v1/edge/live-pictures", "/site/v1/edge/heartbeat"]);
  expect(second.requests.map(({ path }) => path)).toEqual(["/v1/edge/live-pictures"]);
});

test("the encodings that one client has learnt of hold for that client only", async () => {
  const { first, openClient } = await setUp();
  const [records, heartbeats] = [openClient(), openClient()];
  records.client.acceptEncodings(["gzip"]);
  await records.post("/v1/edge/heartbeat");
  await heartbeats.post("/v1/edge/heartbeat");
  expect(first.requests.map(({ encoding }) => encoding)).toEqual(["gzip", ""]);
});

test("a single call stays at the first address, with the key and within its time", async () => {
  const { parts, first, second } = await setUp();
  const statuses = await callOnce({ ...parts, timeoutMs: 60_000 }, async (client, urlOf, until) => {
    const ask = () => client.get({ url: urlOf("/v1/edge/live-pictures"), signal: until });
    return [await ask(), await ask()].map((answer) => answer.type === "answer" && answer.status);
  });
  expect([statuses, second.requests]).toEqual([[502, 502], []]);
  expect(first.requests.map(({ apiKey }) => apiKey)).toEqual(["key", "key"]);
  const late = await callOnce({ ...parts, timeoutMs: 1 }, async (client, urlOf, until) => {
    first.respond(() => "hang");
    return client.get({ url: urlOf("/v1/edge/heartbeat"), signal: until });
  });
  expect(late).toMatchObject({ type: "no-answer" });
});
