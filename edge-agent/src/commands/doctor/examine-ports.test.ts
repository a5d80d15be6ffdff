import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Hono } from "hono";
import { expect, onTestFinished, test } from "vitest";
import { keepCertificate } from "../../page/certificate.ts";
import { serveStatus } from "../../status/serve-status.ts";
import { examinePorts } from "./examine-ports.ts";

const page = { enabled: true, sessionHours: 1, maxPicturesPerSecond: 1, maxWidthPixels: 160 };

async function openServers() {
  const dataDir = mkdtempSync(path.join(tmpdir(), "ports-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const { certificate: cert, key } = await keepCertificate({ dataDir, deviceId: "gate-1", nowMs: Date.now() });
  const place = { host: "127.0.0.1", port: 0 };
  const [status, remote] = [
    await serveStatus(new Hono(), place),
    await serveStatus(new Hono(), { ...place, tls: { cert, key } }),
  ];
  for (const server of [status, remote]) onTestFinished(() => server.close());
  const portOf = ({ url }: { url: string }) => Number(new URL(url).port);
  const config = {
    dataDir,
    status: { host: "127.0.0.1", port: portOf(status) },
    page: { ...page, host: "0.0.0.0", port: portOf(remote) },
  };
  return { config, agent: { url: status.url } };
}

const shown = async (...parts: Parameters<typeof examinePorts>) =>
  (await examinePorts(...parts)).map(({ state, subject, message, fix }) => [state, subject, message, fix]);

test("ports that other programs use are failures, and no page has none", async () => {
  const { config } = await openServers();
  const { port } = config.status;
  const failure = (setting: string, host: string, used: number) => [
    "fail",
    `${setting}, ${host} port ${used}`,
    `the ${setting} server cannot listen on ${host} port ${used}: another program, perhaps another agent, uses this port`,
    `Stop that program, or set another ${setting}.port.`,
  ];
  expect(await shown({ config, agent: null, timeoutMs: 20_000 })).toEqual([
    failure("status", "127.0.0.1", port),
    failure("page", "0.0.0.0", config.page.port),
  ]);
  const closed = { ...config, page: { ...config.page, host: undefined } };
  expect(await shown({ config: closed, agent: null, timeoutMs: 20_000 })).toHaveLength(1);
});

test("the running agent has its own ports: its page is known by its certificate", async () => {
  const { config, agent } = await openServers();
  expect((await shown({ config, agent, timeoutMs: 20_000 })).map(([state, , message]) => [state, message])).toEqual([
    ["ok", "used by the running agent"],
    ["ok", "used by the running agent"],
  ]);
});
