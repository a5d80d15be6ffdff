import { tmpdir } from "node:os";
import path from "node:path";
import { heartbeatRequest } from "@container-inspection/shared-schemas/heartbeats";
import { expect, test } from "vitest";
import type { AgentStatus } from "./agent-status.ts";
import { createHeartbeatReader } from "./create-heartbeat-reader.ts";

const NOW_MS = Date.UTC(2026, 9, 18, 10);
const camera: AgentStatus["cameras"][number] = {
  id: "top",
  url: "test:pattern",
  lastErrorFix: null,
  state: "running",
  lastFrameAtMs: NOW_MS - 40,
  framesPerSecond: 9.5,
  widthPixels: 160,
  heightPixels: 120,
  framesDropped: 1,
  framesLeftOut: 0,
  decoder: "software h264",
  frozen: true,
  pictureFaults: [{ kind: "frozen", message: "the picture no longer changes: restart the camera" }],
  quiet: false,
  restarts: 2,
  lastError: null,
  lastWarning: null,
  mainStream: null,
};
const outbox: NonNullable<AgentStatus["outbox"]> = {
  pending: 3,
  unnumbered: 2,
  oldestAgeMs: 61_500,
  usedBytes: 4_096,
  maxBytes: 8_192,
  parked: 1,
  hoursUntilFull: 7.5,
  refused: 4,
};
const status: AgentStatus = {
  version: "3.0.0",
  deviceId: "gate-1",
  configFile: "/site/edge-agent.yaml",
  dataDir: "/site/data",
  cloudUrl: "https://cloud.example.com",
  startedAtMs: NOW_MS - 60_000,
  uptimeSeconds: 60,
  clockSynchronised: true,
  clockOffsetMs: null,
  signingKey: { fingerprint: null, state: "unknown", problem: null, fix: null },
  cameras: [camera],
  stations: [],
  mqtt: null,
  models: [
    {
      id: "category",
      name: "cargo",
      version: "2",
      classNames: ["carton"],
      task: "detect" as const,
      layout: "v8-detect" as const,
      inputWidthPixels: 640,
      inputHeightPixels: 640,
      check: "passed" as const,
      executionProvider: "cpu",
      problem: "odd.webp: a score",
    },
  ],
  inference: { workers: 1, ready: 1, threadsPerWorker: 2, waiting: 0, restarts: 0 },
  outbox,
  outboxError: null,
  refused: { unsaved: 0, lostScans: 0, lostEvents: 0 },
  drift: null,
  numbers: [],
  watching: { enabled: true, cameras: [], picturesSent: 0 },
  verdicts: [],
  releases: [
    {
      releaseId: "r1",
      kind: "model",
      name: "category",
      version: "2",
      state: "refused",
      reason: "r".repeat(3_000),
      downloadedBytes: null,
    },
  ],
  shadows: [
    {
      releaseId: "r2",
      kind: "model",
      name: "category",
      version: "3",
      state: "comparing",
      reason: null,
      downloadedBytes: null,
      comparison: {
        since: new Date(NOW_MS - 60_000).toISOString(),
        until: new Date(NOW_MS).toISOString(),
        activeVersion: "2",
        picturesCompared: 3,
        picturesEqual: 1,
        picturesSkipped: 5,
        picturesFailed: 0,
        activeMs: 10.5,
        shadowMs: null,
        both: 2,
        onlyActive: 1,
        onlyShadow: 4,
        classes: [{ className: "carton", both: 2, onlyActive: 1, onlyShadow: 4, confidenceDifference: null }],
      },
    },
  ],
  forwarder: {
    state: "connected",
    usesFallback: false,
    pause: null,
    pausedKinds: [],
    opensInMs: 0,
    lastDeliveredAtMs: NOW_MS - 1_000,
  },
  drain: { delivered: 1, waiting: 3, secondsLeft: 5 },
};
/** Returns the heartbeat of an agent in the state given, as the cloud parses it. */
const onTheWire = async (now: AgentStatus, dataDir = tmpdir()) => {
  const read = createHeartbeatReader({ status: () => now, dataDir, nowMs: () => NOW_MS });
  return heartbeatRequest.parse(JSON.parse(JSON.stringify(await read())));
};

test("the cloud reads the agent's own figures", async () => {
  const { disk, ...rest } = await onTheWire(status);
  expect(rest).toEqual({
    device_id: "gate-1",
    timestamp: new Date(NOW_MS),
    clock_synchronised: true,
    agent_version: "3.0.0",
    uptime_seconds: 60,
    cameras: [
      {
        camera_id: "top",
        state: "running",
        last_frame_at: new Date(NOW_MS - 40),
        frames_per_second: 9.5,
        frozen: true,
        picture_faults: ["frozen"],
        restarts: 2,
      },
    ],
    queue: {
      pending: 3,
      oldest_age_seconds: 61.5,
      parked: 1,
      refused: 4,
      unnumbered: 2,
      used_bytes: 4_096,
      max_bytes: 8_192,
      hours_until_full: 7.5,
      seconds_until_drained: 5,
      last_delivered_at: new Date(NOW_MS - 1_000),
    },
    models: [{ name: "cargo", version: "2", error: "odd.webp: a score" }],
    releases: [
      {
        release_id: "r1",
        kind: "model",
        name: "category",
        version: "2",
        state: "refused",
        reason: expect.stringMatching(/^r{1900,2000}/),
      },
    ],
    shadows: [
      {
        release_id: "r2",
        kind: "model",
        name: "category",
        version: "3",
        state: "comparing",
        comparison: {
          since: new Date(NOW_MS - 60_000),
          active_version: "2",
          pictures_compared: 3,
          pictures_equal: 1,
          pictures_skipped: 5,
          pictures_failed: 0,
          active_ms: 10.5,
          both: 2,
          only_active: 1,
          only_shadow: 4,
          classes: [{ class_name: "carton", both: 2, only_active: 1, only_shadow: 4 }],
        },
      },
    ],
    watching_enabled: true,
  });
  expect(disk?.total_bytes).toBeGreaterThanOrEqual(disk?.free_bytes ?? Infinity);
});

test("unreadable parts are left out, and text that the cloud would refuse is shortened to its limits", async () => {
  const broken = { ...camera, lastFrameAtMs: null, lastError: `\0${"a".repeat(1_999)}\u{1F6A2}` };
  const ill: AgentStatus = {
    ...status,
    cameras: Array.from({ length: 201 }, () => broken),
    models: [
      {
        id: "category",
        name: "",
        version: "v".repeat(300),
        classNames: [],
        task: "detect" as const,
        layout: "v8-detect" as const,
        inputWidthPixels: 640,
        inputHeightPixels: 640,
        check: "passed" as const,
        executionProvider: "cpu",
        problem: null,
      },
    ],
    outbox: null,
    outboxError: "the disk fails",
  };
  const sent = await onTheWire(ill, path.join(tmpdir(), "no-such-folder"));
  expect(sent).not.toHaveProperty("queue");
  expect(sent).not.toHaveProperty("disk");
  expect(sent.cameras).toHaveLength(200);
  expect(sent.cameras?.[0]?.last_error).toBe(`${"a".repeat(1_999)}\uFFFD`);
  expect(sent.models).toEqual([{ name: "category", version: "v".repeat(200) }]);
});
