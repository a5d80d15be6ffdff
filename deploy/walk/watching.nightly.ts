import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { waitUntil } from "../demo/wait-until.ts";
import { type Agent, createAgent } from "./harness/agent-process.ts";
import { type Cloud, startCloud } from "./harness/cloud-process.ts";

const folder = mkdtempSync(path.join(tmpdir(), "watching-"));
const TIMEOUT_MS = 250_000;
const VIEW = "/v1/cameras/walk-camera/live-picture";

/** The part of a reply that the walk looks at. */
type Shown = {
  version: string;
  picture: { image: string; width: number; height: number; boxes: { trackingId: number }[] } | null;
};

let first: Cloud | undefined;
let other: Cloud;
let agent: Agent;

beforeAll(async () => {
  first = await startCloud(folder);
  const secondFolder = path.join(folder, "second");
  mkdirSync(secondFolder);
  other = await startCloud(secondFolder, first.sameDatabase);
  agent = await createAgent(folder, { cloudUrl: first.url, containerNumber: "CSQU3054383", loop: true });
  agent.start();
}, TIMEOUT_MS);
afterAll(async () => {
  await agent?.end("SIGKILL");
  for (const cloud of [other, first]) await cloud?.stop();
  rmSync(folder, { recursive: true, force: true });
}, TIMEOUT_MS);

const ROUNDS = 5;

/** Asks until a picture with tracked objects is shown. */
async function watch(cloud: Cloud): Promise<NonNullable<Shown["picture"]>> {
  let after = "";
  const look = async () => {
    const shown = await cloud.get<Shown>(`${VIEW}?waitSeconds=5&after=${after}`);
    after = shown.version;
    return shown.picture?.boxes.some(({ trackingId }) => trackingId > 0) ? shown.picture : undefined;
  };
  return waitUntil("a picture with tracked objects is shown", look, { timeoutMs: TIMEOUT_MS, everyMs: 10 });
}

const watchedCameras = async () => (await agent.status()).watching.cameras;
const waitForCameras = (count: number) =>
  waitUntil(
    `${count} cameras are watched`,
    async () => ((await watchedCameras()).length === count ? true : undefined),
    { timeoutMs: TIMEOUT_MS, everyMs: 50 },
  );

describe("watching a camera from afar", { timeout: TIMEOUT_MS }, () => {
  test("shows the agent's pictures with their tracked objects through another process, and ends with the user", async () => {
    const picture = await watch(other);
    expect(Buffer.from(picture.image, "base64").subarray(0, 3).toString("hex")).toBe("ffd8ff");
    expect([picture.width, picture.height]).toEqual([640, 480]);
    expect(await watchedCameras()).toEqual(["walk-camera"]);
    await waitForCameras(0);
    for (let round = 1; round <= ROUNDS; round += 1) {
      const beganAtMs = performance.now();
      const view = other.get<Shown>(`${VIEW}?waitSeconds=25&after=9999999999999999`);
      await waitForCameras(1);
      const learnedMs = performance.now() - beganAtMs;
      await watch(other);
      const shownMs = performance.now() - beganAtMs;
      await view;
      const leftAtMs = performance.now();
      await waitForCameras(0);
      const endedMs = performance.now() - leftAtMs;
      const figures = [learnedMs, shownMs, endedMs].map((ms) => `${(ms / 1_000).toFixed(2)} s`);
      console.log(
        `learned after ${figures[0]}, picture after ${figures[1]}, ended ${figures[2]} after the last request`,
      );
    }
  });
});
