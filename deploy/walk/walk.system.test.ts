import type { IncomingHttpHeaders } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { waitUntil } from "../demo/wait-until.ts";
import { fewOrMany } from "../testing/few-or-many.ts";
import { seededRandom } from "../testing/seeded-random.ts";
import type { Agent } from "./harness/agent-process.ts";
import { startHookReceiver, startSilentServer } from "./harness/trace-receiver.ts";
import { readTruth } from "./harness/truth.ts";
import { playedAndDelivered, walkOnOwnCloud } from "./harness/walk-on-own-cloud.ts";

const truth = readTruth();
const walk = walkOnOwnCloud();
const random = seededRandom();

describe("recorded frames → agent → cloud → REST", () => {
  test("the cloud is unavailable for the first half: every scan arrives once, and one trace leads from its frame to the webhook", async () => {
    const hook = await startHookReceiver();
    onTestFinished(async () => void (await hook.close()));
    await walk.cloud.post("/v1/admin/webhooks", { url: hook.url, events: ["scan.recorded"] });
    const play = { loop: false, framesPerSecond: 5, traces: walk.collector.url };
    const { agent, proxy } = await walk.layOut("APZU4812090", play);
    proxy.setMode("refuse");
    agent.start();
    const half = Math.ceil(truth.visits.length / 2);
    await waitUntil("half of the loads are kept", () => agent.readOutbox().scanIds.length >= half || undefined, {
      timeoutMs: 250_000,
    });
    expect(proxy.recorded).toEqual([]);
    proxy.setMode("forward");
    await playedAndDelivered(agent);
    expect(await walk.scansOf("APZU4812090")).toHaveLength(truth.visits.length);
    await expectExactlyOnce("APZU4812090", agent.readOutbox().scanIds);
    await expectTraces(agent.readOutbox().scanIds, hook.received);
  });

  test("the agent is killed again and again, replies are cut after the cloud has committed, and the collector of traces never answers: every scan it had captured is recorded once", async () => {
    const silent = await startSilentServer();
    onTestFinished(async () => void (await silent.close()));
    const { agent, proxy } = await walk.layOut("HLXU2008419", { loop: true, framesPerSecond: 5, traces: silent.url });
    proxy.setMode("cut-reply-after-commit");
    const captured = new Set<string>();
    for (let kill = 0; kill < fewOrMany(5, 10); kill += 1) {
      agent.start();
      await sleep(1_500 + random.next() * 3_500);
      await agent.end("SIGKILL");
      for (const id of agent.readOutbox().scanIds) captured.add(id);
    }
    agent.start();
    await waitUntil("replies have been cut", () => proxy.cutReplies >= 3 || undefined, { timeoutMs: 250_000 });
    await agent.end("SIGKILL");
    proxy.setMode("forward");
    await deliverTheRest(agent);
    for (const id of agent.readOutbox().scanIds) captured.add(id);
    expect(agent.readOutbox()).toMatchObject({ waiting: 0, parked: 0 });
    await expectExactlyOnce("HLXU2008419", [...captured]);
    expect(silent.connections()).toBeGreaterThan(0);
  });
});

/** Runs the agent until it has enough scans and all of them are delivered, although its camera keeps running. */
async function deliverTheRest(agent: Agent) {
  for (let run = 0; run < 20; run += 1) {
    agent.start();
    await waitUntil("the agent has little left to deliver", () => hasLittleLeft(agent), { timeoutMs: 250_000 });
    expect(await agent.end("SIGTERM")).toBe(0);
    const { waiting, scanIds } = agent.readOutbox();
    if (waiting === 0 && scanIds.length >= truth.visits.length) return;
  }
  throw new Error("after 20 runs the outbox is still not empty");
}

async function hasLittleLeft(agent: Agent) {
  const { outbox, stations } = await agent.status();
  return ((stations[0]?.scans ?? 0) > 0 && outbox.pending <= 1) || undefined;
}

/** Every captured record has one receipt, and every scan of the container comes from exactly one receipt. */
async function expectExactlyOnce(containerNumber: string, capturedIds: string[]) {
  const receipts = await walk.cloud.receiptsOf(containerNumber);
  const missing = capturedIds.filter((id) => !receipts.some(({ key }) => key === id));
  expect(missing).toEqual([]);
  expect(capturedIds.length).toBeGreaterThan(0);
  const scanIds = (await walk.scansOf(containerNumber)).map(({ id }) => id);
  expect(receipts.map(({ scanId }) => scanId).toSorted()).toEqual(scanIds.toSorted());
}

/** The webhook of each of these records ends a trace that began with its frame, whatever lay between. */
async function expectTraces(recordIds: string[], hooks: { headers: IncomingHttpHeaders }[]) {
  const ends = await waitUntil(
    "the traces of all scans have ended with their webhooks",
    async () => {
      const found = walk.collector.spans.filter(({ name }) => name === "deliver webhook");
      return found.length >= recordIds.length ? found : undefined;
    },
    { timeoutMs: 250_000 },
  );
  const ways = await waitUntil(
    "the traces are complete",
    async () => {
      const found = ends.map(walk.collector.wayTo);
      return found.every(([root]) => root?.name === "scan") ? found : undefined;
    },
    { timeoutMs: 250_000 },
  );
  const route = "POST /v1/edge/containers/{containerNumber}/scans/category";
  const way = ["scan", "deliver category-scan", route, "transaction", "deliver webhook"];
  for (const spans of ways) expect(spans.map(({ name }) => name)).toEqual(way);
  const ids = ways.map(([, delivery]) => delivery!.attributes["record.id"]);
  expect(new Set(ids)).toEqual(new Set(recordIds));
  const sent = ends.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`);
  expect([ids.length, hooks.length]).toEqual([recordIds.length, sent.length]);
  expect(new Set(hooks.map(({ headers }) => headers["traceparent"]))).toEqual(new Set(sent));
  for (const [root] of ways) {
    const steps = walk.collector.spans.filter(({ parentId }) => parentId === root!.spanId).map(({ name }) => name);
    expect(steps).toEqual(expect.arrayContaining(["inference", "tracking", "decision", "pictures", "outbox"]));
  }
  // Attributes identify no person.
  expect(JSON.stringify(walk.collector.spans)).not.toMatch(/@|Bearer|password/);
}
