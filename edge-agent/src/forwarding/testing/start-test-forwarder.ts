import { expect, onTestFinished } from "vitest";
import type { Outbox } from "../../outbox/outbox.ts";
import { createTestLogger, openTestOutbox, temporaryFolder } from "../../outbox/testing/captures.ts";
import { systemTimers } from "../../base/timers.ts";
import { NO_TRACES } from "../../base/traces/traces.ts";
import { fixedKey } from "../link/api-key.ts";
import { createCloudLink } from "../link/cloud-link.ts";
import type { DeliveryWindow } from "../delivery-windows.ts";
import type { Forwarder } from "../forwarder.ts";
import { type ForwarderLimits, resolveLimits } from "../link/limits.ts";
import { type CloudNetwork, DIRECT } from "../link/open-dispatcher.ts";
import { startForwarder } from "../start-forwarder.ts";
import { type CloudServer, startCloudServer } from "./cloud-server.ts";

/** Waits short enough for a test. */
const FAST: Partial<ForwarderLimits> = {
  retryMinMs: 4,
  retryMaxMs: 20,
  eventsEveryMs: 1,
  deadlineBaseMs: 8_000,
  connectTimeoutMs: 300,
  stopGraceMs: 200,
};

export type TestForwarder = Forwarder & {
  lines: string[];
  setWallClock(nowMs: number): void;
  wallClockReads(): number;
};

/** An outbox and a cloud of the test's own, closed when it ends. */
export async function startOutboxAndCloud(): Promise<{ outbox: Outbox; cloud: CloudServer; folder: string }> {
  const cloud = await startCloudServer();
  onTestFinished(() => cloud.close());
  const folder = temporaryFolder();
  return { outbox: openTestOutbox({ folder, nowMs: Date.now }), cloud, folder };
}

/** A forwarder that is stopped when the test ends. */
export function startTestForwarder(
  outbox: Outbox,
  cloudUrl: string,
  limits: Partial<ForwarderLimits> = {},
  network: CloudNetwork = DIRECT,
  windows: readonly DeliveryWindow[] = [],
): TestForwarder {
  let [offsetMs, reads] = [0, 0];
  const nowMs = () => {
    reads += 1;
    return Date.now() + offsetMs;
  };
  const clock = { nowMs, monotonicMs: () => performance.now() };
  const logger = createTestLogger();
  const allLimits = resolveLimits({ ...FAST, ...limits });
  const forwarder = startForwarder({
    outbox,
    cloudUrl,
    client: createCloudLink({ cloudUrl, apiKey: fixedKey("test-key"), network }).openClient(allLimits),
    traces: NO_TRACES,
    timers: systemTimers,
    windows,
    logger,
    clock,
    random: Math.random,
    limits: allLimits,
  });
  onTestFinished(() => forwarder.stop());
  return {
    ...forwarder,
    lines: logger.lines,
    setWallClock: (toMs) => (offsetMs = toMs - Date.now()),
    wallClockReads: () => reads,
  };
}

/** Waits until `check` holds, as long as a test may. */
export async function until(check: () => boolean): Promise<void> {
  await expect.poll(check, { interval: 5, message: `did not come true: ${check.toString()}` }).toBe(true);
}
