import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createObjectIdMaker } from "@container-inspection/shared-schemas/object-id";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { createTestApp } from "../../cloud/src/testing/app.ts";
import { drawJpeg, edgeSender, scanBody } from "../../cloud/src/intake/testing.ts";
import { runWebhooks } from "../../cloud/src/notices/webhooks/run-webhooks.ts";
import { createAbsentAiService } from "../../cloud/src/platform/ai/ai-service.ts";
import { createLogger } from "../../cloud/src/platform/logging/create-logger.ts";
import { createFileStorage } from "../../cloud/src/platform/storage/file-storage.ts";
import { openTraces } from "../../cloud/src/platform/traces/open-traces.ts";
import { traceAi, traceStorage, traceTransactions } from "../../cloud/src/platform/traces/trace-parts.ts";
import type { TracesSettings } from "../../cloud/src/platform/traces/traces-settings.ts";
import { startWorkers } from "../../cloud/src/workers.ts";
import { openTraces as openAgentTraces } from "../../edge-agent/src/base/traces/open-traces.ts";
import { startFullServer, startHookReceiver, startSilentServer, startTraceReceiver } from "./harness/trace-receiver.ts";

const HOUR_MS = 3_600_000;
const PARENT_ID = "00f067aa0ba902b7";
let traced = 0;
/** The trace of a caller, one for each test. */
const newTrace = (flags = "01") => {
  const traceId = (++traced).toString(16).padStart(32, "c");
  return { traceId, traceparent: `00-${traceId}-${PARENT_ID}-${flags}` };
};

const settingsFor = (endpoint: string): TracesSettings => ({
  endpoint,
  serviceName: "cloud under test",
  sampler: "parentbased_always_on",
  share: 1,
});

/** A cloud that sends its traces to a collector. */
const setUp = async () => {
  const collector = await startTraceReceiver();
  const folder = mkdtempSync(path.join(tmpdir(), "traces-"));
  const ahead = { ms: 0 };
  const nowMs = () => Date.now() + ahead.ms;
  const settings = settingsFor(collector.url);
  const traces = openTraces({ settings, logger: createLogger("fatal"), nowMs, sendEveryMs: 200 });
  const cloud = await createTestApp({
    traces,
    settings: { webhookAllowPrivateAddresses: true },
    ai: traceAi(traces, createAbsentAiService()),
    storage: traceStorage(traces, createFileStorage(folder, createObjectIdMaker(Date.now))),
  });
  traceTransactions(traces, cloud.parts.pools);
  const close = async () => {
    await traces.stop();
    await collector.close();
    rmSync(folder, { recursive: true, force: true });
  };
  /** Waits until spans of these names have arrived; returns them in this order, the first of each name. */
  const sent = (traceId: string, ...names: string[]) =>
    vi.waitFor(() => {
      const spans = collector.spans.filter((span) => span.traceId === traceId || span.links.includes(traceId));
      expect(spans.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
      return names.map((name) => spans.find((span) => span.name === name)!);
    }, 120_000);
  return { cloud, collector, traces, sent, ahead, close };
};
let site: Awaited<ReturnType<typeof setUp>>;
beforeAll(async () => {
  site = await setUp();
});
afterAll(() => site.close());

it("a request is one span below its caller's, with route, status and role, and nothing of the person", async () => {
  const { cloud, collector, sent } = site;
  const { authorization } = await cloud.signIn("supervisor", "betty@example.com");
  const { traceId, traceparent } = newTrace();
  const headers = { ...authorization, traceparent, "X-Request-Id": "my-request-1" };
  await cloud.send("GET", "/health", { headers });
  await cloud.send("GET", "/v1/containers/65f000000000000000000000?secret=hush", { headers });
  await cloud.send("GET", "/v1/invites/some-token-of-an-invite", { headers: { traceparent } });
  const [request] = await sent(traceId, "GET /v1/containers/{id}", "GET /v1/invites/{token}");
  expect(request).toMatchObject({
    service: "cloud under test",
    parentId: PARENT_ID,
    isFailed: false,
    attributes: {
      "http.request.method": "GET",
      "http.route": "/v1/containers/{id}",
      "http.response.status_code": 404,
      "http.request.id": "my-request-1",
      "user.roles": ["supervisor"],
    },
  });
  expect(collector.spans.filter((span) => span.traceId === traceId)).toHaveLength(2);
  expect(JSON.stringify(collector.spans)).not.toMatch(/betty|ann@|hush|some-token|Bearer/);
  await cloud.send("GET", "/v1/nothing");
  const line = cloud.logLines.map((each) => JSON.parse(each)).find((each) => each.path === "/v1/nothing");
  // Without a traceparent as well.
  await sent(line.traceId, "GET");
});

it("a scan's transaction, pictures and webhook are in its trace; a webhook hours later follows it with a link", async () => {
  const { cloud, sent, ahead } = site;
  const hook = await startHookReceiver();
  onTestFinished(async () => void (await hook.close()));
  const { authorization: headers } = await cloud.signIn("admin");
  await cloud.send("POST", "/v1/admin/webhooks", { headers, body: { url: hook.url, events: ["scan.recorded"] } });
  const { scan } = edgeSender(cloud);
  const scanAndNotify = async (number: string, lateMs: number) => {
    const { traceId, traceparent } = newTrace();
    expect((await scan(number, await scanBody(), { traceparent })).status).toBe(200);
    ahead.ms = lateMs;
    const webhooks = runWebhooks(cloud.parts, { intervalMs: 100 });
    const count = hook.received.length + 1;
    await expect.poll(() => hook.received, { timeout: 120_000 }).toHaveLength(count);
    await webhooks.stop(10_000);
    ahead.ms = 0;
    return traceId;
  };
  const soon = await scanAndNotify("MSKU1234565", 0);
  const route = "POST /v1/edge/containers/{containerNumber}/scans/category";
  const [request, write, transaction, sentSoon] = await sent(soon, route, "storage write", "transaction", "deliver webhook"); // prettier-ignore
  expect([write, transaction].map((step) => step?.parentId)).toEqual([request!.spanId, request!.spanId]);
  expect(transaction!.attributes).toMatchObject({ "db.system.name": "postgresql" });
  expect(sentSoon).toMatchObject({ traceId: soon, parentId: transaction!.spanId, links: [] });
  const late = await scanAndNotify("TCLU1234568", 2 * HOUR_MS);
  const [sentLate] = await sent(late, "deliver webhook");
  expect(sentLate).toMatchObject({ parentId: undefined, links: [late] });
  expect(hook.received.map((each) => each.headers["traceparent"])).toEqual(
    [sentSoon, sentLate].map((span) => `00-${span!.traceId}-${span!.spanId}-01`),
  );
});

it("a job continues the trace of the request that enqueued it", async () => {
  const { cloud, collector, sent } = site;
  const { email } = await cloud.signIn("operator", "ann@example.com");
  const { traceId, traceparent } = newTrace();
  await startWorkers(cloud.parts);
  await cloud.send("POST", "/v1/user/auth/email/forgot-password", { headers: { traceparent }, body: { email } });
  const [job] = await sent(traceId, "job start-password-reset");
  expect(job).toMatchObject({ isFailed: false, attributes: { "job.attempt": 1 } });
  expect(collector.wayTo(job!)[0]).toMatchObject({ name: "POST /v1/user/auth/email/forgot-password" });
  expect(JSON.stringify(collector.spans)).not.toContain("ann@");
});

it("a request that fails is marked, and so is the step that failed it", async () => {
  const { cloud, sent } = site;
  const { authorization } = await cloud.signIn("operator");
  const { traceId, traceparent } = newTrace();
  const headers = { ...authorization, traceparent, "Content-Type": "image/jpeg" };
  const made = await cloud.send("POST", "/v1/containers", { headers: authorization, body: { containerNumber: "A 1" } });
  const url = `/v1/containers/${made.body.data.id}/scans/category/stream`;
  await cloud.app.request(url, { method: "POST", headers, body: new Uint8Array(await drawJpeg()) });
  const route = "POST /v1/containers/{id}/scans/category/stream";
  const [request, asked] = await sent(traceId, route, "ai category");
  expect(request).toMatchObject({ isFailed: true, attributes: { "http.response.status_code": 500 } });
  expect(asked).toMatchObject({ parentId: request!.spanId, isFailed: true, attributes: { "ai.outcome": "failed" } });
});

it("a caller's decision not to record holds, also for what follows it with a link", async () => {
  const { cloud, collector, traces, sent } = site;
  const { traceId, traceparent } = newTrace("00");
  await cloud.send("GET", "/v1/containers", { headers: { traceparent } });
  const after = { traceparent, atMs: Date.now() - 2 * HOUR_MS };
  await traces.begin("late", { kind: "client", after }, async (span) => expect(span.traceparent).toMatch(/-00$/));
  const later = newTrace();
  await cloud.send("GET", "/v1/containers", { headers: { traceparent: later.traceparent } });
  await sent(later.traceId, "GET /v1/containers");
  expect(collector.spans.filter((span) => span.traceId === traceId || span.name === "late")).toEqual([]);
});

it("a device's trace of hours ago is followed with a link, and recorded as it was", async () => {
  const collector = await startTraceReceiver();
  onTestFinished(async () => void (await collector.close()));
  const { traceId } = newTrace();
  const clock = { nowMs: Date.now, monotonicMs: () => performance.now() };
  const settings = { endpoint: collector.url, share: 0 };
  const traces = openAgentTraces({ settings, deviceId: "gate-1", version: "1", clock, logger: createLogger("fatal") });
  const begin = (name: string, flags: string, agoMs: number) =>
    traces.begin(name, { after: { traceparent: `00-${traceId}-${PARENT_ID}-${flags}`, atMs: Date.now() - agoMs } });
  begin("soon", "01", 60_000).end();
  const late = begin("late", "01", 2 * HOUR_MS);
  late.step("step", performance.now() - 5, performance.now());
  late.end();
  begin("not recorded", "00", 2 * HOUR_MS).end();
  traces.begin("of its own").end();
  await traces.stop();
  const [soon, step, last, ...more] = collector.spans;
  expect(soon).toMatchObject({ name: "soon", service: "edge-agent", traceId, links: [] });
  expect(last).toMatchObject({ name: "late", parentId: undefined, links: [traceId] });
  expect(step).toMatchObject({ name: "step", traceId: last!.traceId, parentId: last!.spanId });
  expect(step!.endMs - step!.startMs).toBeCloseTo(5, 0);
  expect(more).toEqual([]);
});

it("a collector that is down, silent or behind a network that swallows packets loses spans, is logged once, and delays neither work nor a stop", async () => {
  const silent = await startSilentServer();
  onTestFinished(async () => void (await silent.close()));
  const full = await startFullServer();
  onTestFinished(full.close);
  const lose = async (endpoint: string) => {
    const lines: string[] = [];
    const logger = createLogger("info", { write: (line) => lines.push(line) });
    const traces = openTraces({ settings: settingsFor(endpoint), logger, nowMs: Date.now });
    const clock = { nowMs: Date.now, monotonicMs: () => performance.now() };
    const settings = { endpoint, share: 1 };
    const agent = openAgentTraces({ settings, deviceId: "gate-1", version: "1", clock, logger });
    // More than are kept.
    for (let count = 0; count < 3_000; count += 1) {
      await traces.begin("work", { kind: "internal" }, async () => {});
      agent.begin("scan").end();
    }
    await Promise.all([traces.stop(), agent.stop()]);
    const isLoss = (line: string) => line.includes("traces could not be sent; they are lost");
    await expect.poll(() => lines.filter(isLoss), { timeout: 120_000 }).toHaveLength(2);
  };
  await Promise.all([lose(silent.url), lose(full.url), lose("http://127.0.0.1:9")]);
});
