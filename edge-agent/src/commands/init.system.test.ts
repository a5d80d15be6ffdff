import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { readConfig } from "../config/config.ts";
import { openDraft } from "./setup/draft.ts";
import { findCamera } from "./setup/find-camera.ts";
import { createScriptedAsker } from "./setup/testing/scripted-asker.ts";
import { createContext } from "./testing/test-context.ts";
import { runLine } from "./testing/run-line.ts";
import { startFakeCloud } from "./testing/small-site.ts";

let folder = "";
const configFile = () => path.join(folder, "edge-agent.yaml");
const CAMERA = "test:pattern?width=160&height=120";

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "init-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
});

/** Sets up a device that has its key already. */
async function init(...more: string[]) {
  const cloud = await startFakeCloud();
  writeFileSync(path.join(folder, "edge-api-key"), "device-key\n", { mode: 0o600 });
  const args = ["init", "--yes", "--config", configFile(), "--cloud", cloud.url, "--device", "gate-1"];
  const ended = await runLine([...args, "--camera", CAMERA, ...more]);
  return { ...ended, scans: cloud.received.filter((record) => record.path.endsWith("/scans/category")) };
}

const readStation = async () => {
  const reading = await readConfig(configFile(), {});
  return reading.ok ? reading.config.stations[0] : reading.problems;
};

test("the container of the first scan does not become that of every later load; pictures of the site are private", async () => {
  const { code, scans } = await init("--container", "CSQU3054383");
  expect([code, scans.map((record) => record.path.split("/").at(-3))]).toEqual([0, ["CSQU3054383"]]);
  expect(readFileSync(configFile(), "utf8")).not.toContain("CSQU3054383");
  expect(await readStation()).toMatchObject({ container: { kind: "identified" } });
  expect(statSync(path.join(folder, "camera-1.jpg")).mode & 0o777).toBe(0o600);
});

test("a container number with a wrong check digit is refused with the right one, and no scan is delivered", async () => {
  const { code, stderr, scans } = await init("--container", "CSQU3054384");
  expect([code, scans]).toEqual([2, []]);
  expect(stderr).toContain("CSQU3054384 has a wrong check digit: with CSQU305438 it would be 3");
});

test("a data folder that cannot be made ends the wizard before the cloud is asked", async () => {
  writeFileSync(path.join(folder, ".data"), "");
  const { code, stderr, scans } = await init("--cloud", "http://127.0.0.1:9");
  expect([code, scans]).toEqual([1, []]);
  expect(stderr).toContain(`the data folder ${path.join(folder, ".data/edge-agent")} cannot be used`);
});

test("a test rig gets its number for every scan, and a number camera the bundled reader", async () => {
  expect(await init("--fixed-container", "CSQU3054383", "--no-first-scan")).toMatchObject({ code: 0, scans: [] });
  expect(await readStation()).toMatchObject({ container: { kind: "fixed", containerNumber: "CSQU3054383" } });
  await rm(configFile());
  expect(await init("--number-camera", CAMERA)).toMatchObject({ code: 0, scans: [] });
  expect(await readStation()).toMatchObject({ numberCameras: ["numbers-1"] });
});

test("a folder of pictures is set up with a picture that stays in it", async () => {
  const xray = path.join(folder, "xray");
  mkdirSync(xray);
  copyFileSync(path.resolve(import.meta.dirname, "../../models/samples/load-1.jpg"), path.join(xray, "0001.jpg"));
  const camera = ["--camera", "folder:xray?moveTo=done", "--camera-id", "x-ray-1"];
  expect(await init(...camera, "--no-first-scan")).toMatchObject({ code: 0 });
  expect(readdirSync(xray)).toEqual(["0001.jpg"]);
  expect(await readStation()).toMatchObject({ id: "x-ray-1" });
});

test("credentials that a camera refused in its address are replaced by those that are typed", async () => {
  const asked: string[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (bytes) => {
      const text = bytes.toString("latin1");
      asked.push(/^Authorization: (.*)$/im.exec(text)?.[1] ?? "none");
      const sequence = /^CSeq: (\d+)/im.exec(text)?.[1] ?? "1";
      const challenge = 'WWW-Authenticate: Basic realm="camera"';
      socket.write(`RTSP/1.0 401 Unauthorized\r\nCSeq: ${sequence}\r\n${challenge}\r\n\r\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const host = `127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  // The camera refuses both; the third answer is another camera, which works.
  const answers = [`rtsp://viewer:wrong@${host}/x`, "viewer", "right", "viewer", "right", CAMERA];
  const { asker, complaints, offered } = createScriptedAsker(answers);
  const draft = openDraft(configFile());
  const parts = {
    asker,
    draft,
    configFile: configFile(),
    environment: {},
    clock: createContext().context.clock,
    random: () => 0.5,
    version: "3.0.0",
  };
  const found = findCamera(parts, { discoveryPort: 1 });
  await expect(found).rejects.toThrow("no answer is left");
  expect(complaints.join("\n")).not.toContain("contains a user name as well");
  // The user name need not be typed again.
  expect(offered).toEqual(["viewer", "viewer"]);
  expect(asked).toContain(`Basic ${Buffer.from("viewer:right").toString("base64")}`);
});
