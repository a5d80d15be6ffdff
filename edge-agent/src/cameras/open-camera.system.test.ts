import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { afterEach, expect, test } from "vitest";
import { closeCameras, openTestCamera, processIdOf, processIsGone, statusOf, takeFrames } from "./camera-contract.ts";

afterEach(closeCameras);

test("a camera's process goes when the agent is killed", async () => {
  const module = pathToFileURL(path.join(import.meta.dirname, "open-camera.ts")).href;
  const agent = spawn(process.execPath, [
    "--input-type=module",
    "--eval",
    `import { openCamera } from "${module}";
     const clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() };
     const logger = { info() {}, warn() {}, error() {} };
     const camera = openCamera({ id: "gate-1", url: "test:pattern", clock, logger, random: Math.random });
     for await (const frame of camera.frames(new AbortController().signal)) console.log(camera.status().processId);`,
  ]);
  const [line] = await once(createInterface(agent.stdout), "line");
  agent.kill("SIGKILL");
  await processIsGone(Number(line));
  expect(Number(line)).toBeGreaterThan(0);
});

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s to the whole group leaves it to the agent to stop cameras",
  async (signal) => {
    const camera = openTestCamera({ url: "test:pattern?fps=30" });
    await takeFrames(camera, 1);
    const processId = processIdOf(camera);
    process.kill(processId, signal);
    await takeFrames(camera, 10);
    expect(camera.status()).toMatchObject({ state: "running", processId, restarts: 0 });
  },
);

test("an invalid URL is refused with the camera's name and without its password", () => {
  expect(() => openTestCamera({ id: "north-lane", url: "ftp://admin:hunter2@10.0.0.9/live" })).toThrow(
    'camera "north-lane": "ftp://***@10.0.0.9/live": unsupported camera scheme "ftp:"; supported: rtsp:, rtsps:, http:, https:, v4l2:, folder:, file:, test:',
  );
});

test("closing a camera that waits for its restart does not wait for it", async () => {
  const timing = { restartMinMs: 3_600_000, restartMaxMs: 3_600_000 };
  const camera = openTestCamera({ url: "file:///no/such/file.mp4", timing });
  await statusOf(camera, { state: "failed", processId: null });
  await camera.close();
  expect(camera.status()).toMatchObject({ state: "stopped", stopReason: "closed" });
});
