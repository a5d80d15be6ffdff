// The walk of a scan against the OpenTelemetry Collector itself, which its builder makes of Go modules, under .cache.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { waitUntil } from "../demo/wait-until.ts";
import { createAgent } from "./harness/agent-process.ts";
import { type Cloud, startCloud } from "./harness/cloud-process.ts";
import { freePort } from "./harness/free-port.ts";
import { readSpans, type ReceivedSpan, startHookReceiver, wayTo } from "./harness/trace-receiver.ts";

const VERSION = "v0.165.0";
const MODULES = {
  receivers: "go.opentelemetry.io/collector/receiver/otlpreceiver",
  exporters: "github.com/open-telemetry/opentelemetry-collector-contrib/exporter/fileexporter",
};
const cache = path.resolve(import.meta.dirname, "../../.cache/collector");
const program = path.join(cache, `collector-${VERSION}`);
const folder = mkdtempSync(path.join(tmpdir(), "traces-"));
const written = path.join(folder, "traces.json");
let collector: ChildProcess;
let endpoint: string;
let cloud: Cloud;

/** Builds the collector, of the receiver of OTLP and the exporter to a file alone. */
function build(): void {
  const output = path.join(cache, "build");
  const run = (command: string, args: string[], cwd = cache) => {
    const env = { ...process.env, GOBIN: cache };
    const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: "utf8", cwd, env });
    if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed: ${stdout}${stderr}${error?.message ?? ""}`);
  };
  mkdirSync(cache, { recursive: true });
  run("go", ["install", `go.opentelemetry.io/collector/cmd/builder@${VERSION}`]);
  const parts = Object.entries(MODULES).map(([kind, module]) => [kind, [{ gomod: `${module} ${VERSION}` }]]);
  const config = path.join(cache, "builder.yaml");
  writeFileSync(config, stringify({ dist: { name: "collector", output_path: output }, ...Object.fromEntries(parts) }));
  // Writes the sources and go.mod. Its next step, `go mod tidy`, fails: it also gets the test dependencies of modules,
  // and the module proxy does not have all of those.
  spawnSync(path.join(cache, "builder"), ["--config", config, "--skip-compilation"], { cwd: cache });
  run("go", ["build", "-mod=mod", "-trimpath", "-o", program, "."], output);
}

beforeAll(async () => {
  if (!existsSync(program)) build();
  const port = await freePort();
  endpoint = `http://127.0.0.1:${port}`;
  const config = path.join(folder, "collector.yaml");
  const http = { endpoint: `127.0.0.1:${port}` };
  writeFileSync(
    config,
    stringify({
      receivers: { otlp: { protocols: { http } } },
      exporters: { file: { path: written } },
      service: {
        pipelines: { traces: { receivers: ["otlp"], exporters: ["file"] } },
        telemetry: { metrics: { level: "none" } },
      },
    }),
  );
  collector = spawn(program, ["--config", config], { stdio: ["ignore", "inherit", "inherit"] });
  const answers = async () => (await fetch(`${endpoint}/v1/traces`, { method: "POST" })).status > 0 || undefined;
  await waitUntil("the collector answers", answers, { timeoutMs: 250_000 });
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, WEBHOOK_ALLOW_PRIVATE_ADDRESSES: "true" };
  cloud = await startCloud(folder, settings);
}, 50 * 60_000);

afterAll(async () => {
  await cloud?.stop();
  if (collector?.exitCode === null && collector.kill()) await once(collector, "exit");
  rmSync(folder, { recursive: true, force: true });
});

const receivedSpans = (): ReceivedSpan[] =>
  existsSync(written)
    ? readFileSync(written, "utf8")
        .split("\n")
        .filter((line) => line.endsWith("}"))
        .flatMap((line) => readSpans(JSON.parse(line)))
    : [];

test("the collector receives each scan from its frame to the webhook in one trace", async () => {
  const hook = await startHookReceiver();
  await cloud.post("/v1/admin/webhooks", { url: hook.url, events: ["scan.recorded"] });
  const site = { cloudUrl: cloud.url, containerNumber: "CSQU3054383", loop: false, traces: endpoint };
  const agent = await createAgent(folder, site);
  agent.start();
  const played = async () => {
    const { cameras, outbox } = await agent.status();
    return (cameras[0]?.state === "stopped" && outbox.pending === 0) || undefined;
  };
  await waitUntil("the video has been played and everything delivered", played, { timeoutMs: 250_000 });
  expect(await agent.end("SIGTERM")).toBe(0);
  const { scanIds } = agent.readOutbox();
  expect(scanIds.length).toBeGreaterThan(3);
  const ways = await waitUntil(
    "every scan's trace has ended with its webhook",
    async () => {
      const spans = receivedSpans();
      const found = spans.filter(({ name }) => name === "deliver webhook").map((span) => wayTo(span, spans));
      return found.length === scanIds.length && found.every(([root]) => root?.name === "scan") ? found : undefined;
    },
    { timeoutMs: 250_000 },
  );
  await hook.close();
  const route = "POST /v1/edge/containers/{containerNumber}/scans/category";
  for (const way of ways)
    expect(way.map(({ service, name }) => [service, name])).toEqual([
      ["edge-agent", "scan"],
      ["edge-agent", "deliver category-scan"],
      ["container-inspection-cloud", route],
      ["container-inspection-cloud", "transaction"],
      ["container-inspection-cloud", "deliver webhook"],
    ]);
  const spans = receivedSpans();
  console.log(`${scanIds.length} scans, ${spans.length} spans. The last scan, in milliseconds from its frame:\n`);
  for (const root of ways.at(-1)?.slice(0, 1) ?? []) console.log(draw(root, spans).join("\n"));
});

/** A trace as a tree, with the start and the duration of each span. */
function draw(root: ReceivedSpan, spans: readonly ReceivedSpan[], originMs = root.startMs, depth = 0): string[] {
  const { spanId, traceId, name, service, startMs, endMs } = root;
  const children = spans
    .filter((span) => span.traceId === traceId && span.parentId === spanId)
    .toSorted((one, other) => one.startMs - other.startMs);
  const times = [startMs - originMs, endMs - startMs].map((ms) => ms.toFixed(1).padStart(8)).join(" +");
  const line = `${times}  ${"  ".repeat(depth)}${name}${depth === 0 ? ` (${service})` : ""}`;
  return [line, ...children.flatMap((child) => draw(child, spans, originMs, depth + 1))];
}
