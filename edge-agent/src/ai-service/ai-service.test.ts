import { once } from "node:events";
import {
  AI_SUBPROTOCOL,
  type AiRequestHeader,
  MAX_AI_REQUEST_BYTES,
} from "@container-inspection/shared-schemas/ai-protocol";
import sharp from "sharp";
import { describe, expect, onTestFinished, test } from "vitest";
import { ModelOutputError } from "../inference/model-errors.ts";
import type { NumberPlace } from "../reading/number-place.ts";
import { candidateOf } from "../reading/testing.ts";
import type { Offer, ScanOffer } from "./answer-request.ts";
import { AiServicePortError, type AiServiceParts, startAiService } from "./start-ai-service.ts";
import { connectClient, refusedUpgrade } from "./testing/ai-client.ts";

const TOKEN = "token-of-the-tests-0123456789";
const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: "#806040" } })
  .jpeg()
  .toBuffer();

/** A model that finds nothing, when it is let. */
function gatedModel() {
  const gates: (() => void)[] = [];
  const model: ScanOffer["model"] = {
    name: "gated",
    version: "1",
    async detect({ widthPixels, heightPixels }) {
      await new Promise<void>((resolve) => gates.push(resolve));
      return { model: { name: "gated", version: "1" }, widthPixels, heightPixels, inferenceMs: 1, items: [] };
    },
  };
  return {
    offers: [{ task: "category" as const, model, minimumConfidence: 0.25 }],
    /** Lets one more picture through, once it has come that far. */
    async open() {
      await expect.poll(() => gates.length).toBeGreaterThan(0);
      gates.shift()?.();
    },
    waiting: () => gates.length,
  };
}

async function start(offers: readonly Offer[], changes: Partial<AiServiceParts> = {}) {
  const logger = { info: () => {}, warn: () => {}, error: () => {} };
  const monotonicMs = () => performance.now();
  const parts = { host: "127.0.0.1", port: 0, token: TOKEN, maxInFlight: 4, monotonicMs, logger, ...changes };
  const service = await startAiService({ offers, failedModels: [], ...parts });
  onTestFinished(() => service.stop(0));
  return service;
}

async function startAndConnect(offers: readonly Offer[], changes: Partial<AiServiceParts> = {}) {
  const service = await start(offers, changes);
  const client = await connectClient(service.url, TOKEN);
  expect((await client.next()).type).toBe("hello");
  return { service, client };
}

describe("the upgrade", () => {
  test("is refused without the token, and without the protocol", async () => {
    const { url } = await start(gatedModel().offers);
    const bearer = { Authorization: `Bearer ${TOKEN}` };
    expect(await refusedUpgrade(url, {}, AI_SUBPROTOCOL)).toBe(401);
    expect(await refusedUpgrade(url, { Authorization: `Bearer ${TOKEN}x` }, AI_SUBPROTOCOL)).toBe(401);
    expect(await refusedUpgrade(url, { Authorization: `Basic ${TOKEN}` }, AI_SUBPROTOCOL)).toBe(401);
    expect(await refusedUpgrade(url, bearer)).toBe(400);
    expect(await refusedUpgrade(url, bearer, "container-inspection.ai.v2")).toBe(400);
  });

  test("is what every other request is asked to do; /health answers", async () => {
    const { url } = await start(gatedModel().offers);
    const http = url.replace("ws:", "http:");
    expect((await fetch(http)).status).toBe(426);
    expect(await (await fetch(`${http}/health`)).json()).toEqual({
      status: "ok",
      tasks: ["category"],
      failedModels: [],
    });
  });

  test("cannot be served on a port that is in use, and reports that", async () => {
    const { url } = await start([]);
    const port = Number(new URL(url).port);
    await expect(start([], { port })).rejects.toThrow(AiServicePortError);
  });
});

describe("a connection", () => {
  test("begins with the capabilities of the service", async () => {
    const service = await start(gatedModel().offers);
    const client = await connectClient(service.url, TOKEN);
    expect(await client.next()).toEqual({
      type: "hello",
      tasks: ["category"],
      models: [{ task: "category", name: "gated", version: "1" }],
      maxInFlight: 4,
    });
  });

  test("outlives broken messages, each of which is answered", async () => {
    const { client } = await startAndConnect(gatedModel().offers);
    client.socket.send("hello?");
    client.socket.send(new Uint8Array(3));
    client.socket.send(new Uint8Array(0));
    client.ask({ id: "r2", contentType: JSON.parse('"text/html"') }, picture);
    client.ask({ id: "r3" }, Buffer.from("no picture"));
    client.ask({ id: "r4" }, picture.subarray(0, picture.length / 2));
    client.ask({ id: "r5", task: "illegal" }, picture);
    const answers = [];
    for (let count = 0; count < 7; count += 1) answers.push(await client.next());
    const codes = answers.map((answer) => answer.type === "error" && [answer.id, answer.code, answer.retryable]);
    for (const code of codes.slice(0, 3)) expect(code).toEqual([null, "BAD_REQUEST", false]);
    expect(codes.slice(3).toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
      ["r2", "BAD_REQUEST", false],
      ["r3", "INVALID_IMAGE", false],
      ["r4", "INVALID_IMAGE", false],
      ["r5", "TASK_NOT_OFFERED", false],
    ]);
    expect(client.socket.readyState).toBe(client.socket.OPEN);
  });

  test("is closed by a message over the limit, before it is read whole; others stay", async () => {
    const { service, client } = await startAndConnect(gatedModel().offers);
    const neighbour = await connectClient(service.url, TOKEN);
    client.socket.send(new Uint8Array(MAX_AI_REQUEST_BYTES + 1));
    expect([1006, 1009]).toContain(await client.closed);
    expect(neighbour.socket.readyState).toBe(neighbour.socket.OPEN);
  });

  test("is cut when its client answers no pings", async () => {
    const service = await start(gatedModel().offers, { pingEveryMs: 500 });
    const dead = await connectClient(service.url, TOKEN, { autoPong: false });
    const living = await connectClient(service.url, TOKEN);
    expect(await dead.closed).toBe(1006);
    expect(living.socket.readyState).toBe(living.socket.OPEN);
  });
});

describe("requests", () => {
  test("are answered in the order they are done, each under its id", async () => {
    const { client } = await startAndConnect([
      ...gatedModel().offers,
      { task: "defect", minimumConfidence: 0, model: { ...gatedModel().offers[0]!.model, detect: quick } },
    ]);
    client.ask({ id: "slow" }, picture);
    client.ask({ id: "quick", task: "defect" }, picture);
    expect(await client.next()).toMatchObject({ type: "result", id: "quick", width: 64, height: 48, detections: [] });
  });

  test("beyond the limit of all connections together are refused for now", async () => {
    const gate = gatedModel();
    const { service, client } = await startAndConnect(gate.offers, { maxInFlight: 1 });
    client.ask({ id: "first" }, picture);
    await expect.poll(gate.waiting).toBe(1);
    const other = await connectClient(service.url, TOKEN);
    await other.next();
    other.ask({ id: "second" }, picture);
    expect(await other.next()).toMatchObject({ id: "second", code: "BUSY", retryable: true });
    await gate.open();
    expect(await client.next()).toMatchObject({ type: "result", id: "first" });
    other.ask({ id: "third" }, picture);
    await gate.open();
    expect(await other.next()).toMatchObject({ type: "result", id: "third" });
  });

  test("under an id that is under way are refused without touching the first", async () => {
    const gate = gatedModel();
    const { client } = await startAndConnect(gate.offers);
    client.ask({ id: "same" }, picture);
    client.ask({ id: "same" }, picture);
    expect(await client.next()).toMatchObject({ id: null, code: "BAD_REQUEST" });
    await gate.open();
    expect(await client.next()).toMatchObject({ type: "result", id: "same" });
  });

  test("whose deadline passed while they waited are not computed", async () => {
    const gate = gatedModel();
    let aheadMs = 0;
    const monotonicMs = () => performance.now() + aheadMs;
    const { client } = await startAndConnect(gate.offers, { monotonicMs });
    for (const id of ["a", "b", "late"]) client.ask({ id, options: { deadlineMs: 60_000 } }, picture);
    await expect.poll(gate.waiting).toBe(2);
    aheadMs = 61_000;
    await gate.open();
    await gate.open();
    const answers = [await client.next(), await client.next(), await client.next()];
    expect(answers).toContainEqual(expect.objectContaining({ id: "late", code: "DEADLINE_EXCEEDED", retryable: true }));
    expect(gate.waiting()).toBe(0);
  });

  test.each([
    ["numbers that cannot be true", new ModelOutputError("gated", "NaN"), "MODEL_FAILED", false],
    ["an error", new Error("a path of the inside"), "INTERNAL_ERROR", true],
  ])("are refused when the model gives %s", async (_, error, code, retryable) => {
    const model = { name: "m", version: "1", detect: () => Promise.reject(error) };
    const { client } = await startAndConnect([{ task: "category", model, minimumConfidence: 0 }]);
    client.ask({}, picture);
    const answer = await client.next();
    expect(answer).toMatchObject({ id: "r1", code, retryable });
    expect(JSON.stringify(answer)).not.toContain("inside");
  });
});

describe("a container number", () => {
  const [right, wrong] = ["CSQU3054383", "TGHU7599330"];
  /** A place with a number, and another candidate that is `odds` times less likely. */
  const place = (text: string, { odds = 999, isAgreed = true } = {}): NumberPlace => ({
    candidates: [candidateOf(text, odds / (1 + odds)), candidateOf(`${text.slice(0, 10)}X`, 1 / (1 + odds))],
    characters: [],
    isAgreed,
    sizeType: null,
    confidence: odds / (1 + odds),
  });
  const read = async (places: NumberPlace[], options: AiRequestHeader["options"] = {}) => {
    const model = { name: "characters + lines", version: "1", read: async () => ({ places, inferenceMs: 7 }) };
    const { client } = await startAndConnect([{ task: "identify", model, minimumConfidence: 0.9 }]);
    client.ask({ task: "identify", options }, picture);
    const answer = await client.next();
    expect(answer).toMatchObject({ type: "result", id: "r1", width: 64, height: 48, inferenceMs: 7 });
    return answer.type === "result" ? { number: answer.number, unread: answer.unread } : {};
  };

  test("is answered with the other readings; the same one at two places is one", async () => {
    const { number, unread } = await read([place(right), place(right)]);
    expect(number).toMatchObject({ text: right, candidates: [{ text: "CSQU305438X" }] });
    expect(number?.confidence).toBeGreaterThan(0.99);
    expect(unread).toBeUndefined();
  });

  test("in doubt is the one that is expected", async () => {
    const doubtful = [place(right, { odds: 2 })];
    expect((await read(doubtful, { expectedNumbers: [wrong] })).number).toBeNull();
    expect((await read(doubtful, { expectedNumbers: [right, wrong] })).number?.text).toBe(right);
  });

  test("is null where the picture shows none", async () => {
    expect(await read([])).toEqual({ number: null, unread: undefined });
  });

  test.each([
    ["is too uncertain", [place(right, { odds: 2 })], "the number is too uncertain", [right, "CSQU305438X"]],
    [
      "is read by one network only",
      [place(right, { isAgreed: false })],
      "no two networks read the same number",
      [right, "CSQU305438X"],
    ],
    ["is one of several", [place(right), place(wrong)], "the picture shows several containers", [right, wrong]],
  ])(
    "that %s is not the answer, which lists what was read and why it is not used",
    async (_, places, reason, texts) => {
      const { number, unread } = await read(places);
      expect(number).toBeNull();
      expect(unread?.reason).toBe(reason);
      expect(unread?.candidates.map(({ text }) => text)).toEqual(texts);
    },
  );
});

test("a stop answers pending requests, refuses new ones, and closes", async () => {
  const gate = gatedModel();
  const { service, client } = await startAndConnect(gate.offers);
  client.ask({ id: "under way" }, picture);
  await expect.poll(gate.waiting).toBe(1);
  const stopped = service.stop(30_000);
  client.ask({ id: "new" }, picture);
  expect(await client.next()).toMatchObject({ id: "new", code: "SHUTTING_DOWN", retryable: true });
  await gate.open();
  expect(await client.next()).toMatchObject({ type: "result", id: "under way" });
  expect(await client.closed).toBe(1001);
  await stopped;
});

test("a stop does not wait longer than requested, even for a silent client", async () => {
  const gate = gatedModel();
  const { service, client } = await startAndConnect(gate.offers);
  client.ask({}, picture);
  await expect.poll(gate.waiting).toBe(1);
  client.socket.pause();
  await service.stop(20);
  client.socket.resume();
  await once(client.socket, "close");
  expect(client.socket.readyState).toBe(client.socket.CLOSED);
});

const quick: ScanOffer["model"]["detect"] = async ({ widthPixels, heightPixels }) => ({
  model: { name: "quick", version: "1" },
  widthPixels,
  heightPixels,
  inferenceMs: 1,
  items: [],
});
