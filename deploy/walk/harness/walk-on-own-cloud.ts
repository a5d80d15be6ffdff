import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Container } from "@container-inspection/shared-schemas/containers";
import type { Scan } from "@container-inspection/shared-schemas/scans";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { waitUntil } from "../../demo/wait-until.ts";
import { type Agent, createAgent } from "./agent-process.ts";
import { type Cloud, startCloud } from "./cloud-process.ts";
import { startRecordingProxy } from "./recording-proxy.ts";
import { startTraceReceiver } from "./trace-receiver.ts";

type Play = { loop: boolean; framesPerSecond?: number; traces?: string };

/** The parts that the walks of one file share: a cloud, and a collector of its traces. */
export type Walk = {
  readonly cloud: Cloud;
  readonly collector: Awaited<ReturnType<typeof startTraceReceiver>>;
  /** A proxy in front of the cloud and an agent that delivers through it, both stopped when the test ends. */
  layOut: (
    containerNumber: string,
    play: Play,
  ) => Promise<{ agent: Agent; proxy: Awaited<ReturnType<typeof startRecordingProxy>> }>;
  containerOf: (containerNumber: string) => Promise<Container>;
  /** The container's scans, oldest first. */
  scansOf: (containerNumber: string) => Promise<Scan[]>;
};

/** Starts a cloud before the tests of the file, and stops it after them. */
export function walkOnOwnCloud(): Walk {
  const folder = mkdtempSync(path.join(tmpdir(), "walk-"));
  let cloud: Cloud;
  let collector: Walk["collector"];
  beforeAll(async () => {
    collector = await startTraceReceiver();
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, WEBHOOK_ALLOW_PRIVATE_ADDRESSES: "true" };
    cloud = await startCloud(folder, settings);
  });
  afterAll(async () => {
    await cloud?.stop();
    await collector?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const containerOf = async (containerNumber: string): Promise<Container> => {
    const { items } = await cloud.get<{ items: Container[] }>(`/v1/containers?q=${containerNumber}`);
    const [container, ...others] = items;
    if (!container || others.length > 0)
      throw new Error(`${items.length} containers have the number ${containerNumber}`);
    return container;
  };
  return {
    get cloud() {
      return cloud;
    },
    get collector() {
      return collector;
    },
    layOut: (containerNumber, play) => layOut({ cloud, folder, containerNumber, play }),
    containerOf,
    async scansOf(containerNumber) {
      const { id } = await containerOf(containerNumber);
      const { items } = await cloud.get<{ items: Scan[] }>(`/v1/containers/${id}/scans?limit=200`);
      return items.toSorted((left, right) => left.timestamp.localeCompare(right.timestamp));
    },
  };
}

async function layOut(site: { cloud: Cloud; folder: string; containerNumber: string; play: Play }) {
  const { cloud, folder, containerNumber, play } = site;
  const proxy = await startRecordingProxy(cloud.url);
  const agent = await createAgent(mkdtempSync(path.join(folder, "site-")), {
    cloudUrl: proxy.url,
    containerNumber,
    ...play,
  });
  onTestFinished(async () => {
    await agent.end("SIGKILL");
    await proxy.close();
  });
  return { agent, proxy };
}

/** Waits until the video is at its end and nothing waits in the outbox, then ends the agent as a person would. */
export async function playedAndDelivered(agent: Agent) {
  await waitUntil(
    "the video has been played and everything delivered",
    async () => {
      const { cameras, outbox } = await agent.status();
      return (cameras[0]?.state === "stopped" && outbox.pending === 0) || undefined;
    },
    { timeoutMs: 250_000 },
  );
  expect(await agent.end("SIGTERM")).toBe(0);
  expect(agent.readOutbox()).toMatchObject({ waiting: 0, parked: 0 });
}
