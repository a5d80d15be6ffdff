import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { Terminal } from "@xterm/headless";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { needs, toolAt } from "../testing/needs.ts";
import { readCloudKey } from "../../edge-agent/src/forwarding/air-gap/cloud-key.ts";
import { startGstServer, writeCameraPackets } from "../../edge-agent/src/cameras/testing/rtsp-servers.ts";
import { bothSessions } from "../../edge-agent/src/commands/testing/chapter-session.ts";
import { runLine } from "../../edge-agent/src/commands/testing/run-line.ts";
import { cli, runCli, startProgram } from "../../edge-agent/src/commands/testing/small-site.ts";
import { waitUntil } from "../demo/wait-until.ts";
import { type Cloud, startCloud } from "./harness/cloud-process.ts";
import { demoFolder } from "./harness/truth.ts";

const patient = { timeoutMs: 250_000 };
const load = path.resolve(import.meta.dirname, "../../edge-agent/models/samples/load-1.jpg");
const KEYS = { enter: "\r", down: "\u001B[B", interrupt: "\u0003", clear: "\u0015" };

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "init-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function joinCode(cloud: Cloud, name: string): Promise<string> {
  const made = await cloud.post<{ joinCode: { code: string } }>("/v1/admin/edge-devices", {
    name,
    credential: "join-code",
  });
  return made.joinCode.code;
}

/** The keys that the cloud has registered for the records of a device. */
async function signingKeysOf(cloud: Cloud, name: string): Promise<string[]> {
  const { items } = await cloud.get<{ items: { id: string }[] }>(
    `/v1/admin/edge-devices?q=${encodeURIComponent(name)}`,
  );
  const device = await cloud.get<{ signingKeys: { publicKey: string }[] }>(`/v1/admin/edge-devices/${items[0]!.id}`);
  return device.signingKeys.map(({ publicKey }) => publicKey);
}

/** Opens a program on a pseudo-terminal, with its output and a way to type. */
function openTerminal(folder: string, args: string) {
  // A pseudo-terminal without a size would wrap after each letter.
  const command = `cd '${folder}' && stty cols 240 rows 50 && exec '${process.execPath}' '${cli}' ${args}`;
  const program = startProgram(toolAt("script"), ["--quiet", "--return", "--command", command, "/dev/null"], {
    TERM: "xterm",
  });
  const shown = () => stripVTControlCharacters(program.output.stdout);
  let read = 0;
  return {
    ended: program.ended,
    shown,
    /** The lines that are on the screen, and those above it. */
    async screen(): Promise<string> {
      const terminal = new Terminal({ cols: 240, rows: 50, allowProposedApi: true });
      await new Promise<void>((resolve) => terminal.write(program.output.stdout, resolve));
      const { active } = terminal.buffer;
      const lines = Array.from({ length: active.length }, (_, at) => active.getLine(at)?.translateToString(true) ?? "");
      terminal.dispose();
      return lines.join("\n").trim();
    },
    /** Types an answer when a question that was not answered before is shown. */
    async answer(question: string, keys: string): Promise<void> {
      await waitUntil(
        `"${question}" is asked`,
        () => shown().slice(read).includes(question) || undefined,
        patient,
      ).catch((error: Error) => {
        throw new Error(`${error.message}; shown:\n${shown()}`);
      });
      read = shown().length;
      program.type(keys);
    },
  };
}

describe("edge-agent init", needs("script", "gst-rtsp-server"), () => {
  let cloud: Cloud;
  let cameraUrl: string;
  beforeAll(async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "init-cloud-"));
    cloud = await startCloud(folder);
    const file = path.join(folder, "load.h264");
    await writeCameraPackets(load, file, { framesPerSecond: 10 });
    const clip = { path: "/gate", codec: "h264", file, framesPerSecond: 10 } as const;
    const camera = await startGstServer([clip], [{ user: "viewer", password: "hunter2", method: "digest" }]);
    cameraUrl = `rtsp://127.0.0.1:${camera.ports[0]}/gate`;
    return async () => {
      await camera.stop();
      await cloud.stop();
      rmSync(folder, { recursive: true, force: true });
    };
  });

  test("on a terminal: what fails is asked again, a cut wizard continues, and the first scan reaches the cloud", async () => {
    const folder = newFolder();
    const site = path.join(folder, "site");
    const code = await joinCode(cloud, "Gate 7");

    const first = openTerminal(folder, `init --config '${site}.yaml' --discovery-port 1`);
    await first.answer("Address of the cloud", `http://127.0.0.1:1${KEYS.enter}`);
    // The address that failed is offered for correction.
    await first.answer("connection refused", `${KEYS.clear}${cloud.url}${KEYS.enter}`);
    await first.answer("ID of this device", `gate-7${KEYS.enter}`);
    await first.answer("Join code", `AAAAA-AAAAA${KEYS.enter}`);
    await first.answer("JOIN_CODE_NOT_FOUND", `${code}${KEYS.enter}`);
    // What is typed during the search is shown in the question after it, and nowhere else.
    await first.answer("Looking for cameras", "rtsp://typed-ahead");
    await first.answer("Address of the camera", KEYS.interrupt);
    expect(await first.ended).toMatchObject({ code: 1 });
    expect(first.shown()).toContain("run edge-agent init again to continue");
    expect(first.shown()).toMatch(/Address of the camera[^]*rtsp:\/\/typed-ahead/);
    expect(first.shown().split("Address of the camera")[0]).not.toContain("rtsp://typed-ahead");
    expect(existsSync(`${site}.yaml`)).toBe(false);
    const keyFile = path.join(folder, "edge-api-key");
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);

    const again = openTerminal(folder, `init --config '${site}.yaml' --discovery-port 1`);
    await again.answer("Address of the camera", `${cameraUrl}${KEYS.enter}`);
    await again.answer("User of the camera", `viewer${KEYS.enter}`);
    await again.answer("Its password", `hunter2${KEYS.enter}`);
    await again.answer("Name of the camera", `gate-7-top${KEYS.enter}`);
    await again.answer("Model", KEYS.enter);
    await again.answer("Where do container numbers come from", KEYS.enter);
    await again.answer("another camera or an X-ray scanner", "y");
    await again.answer("Address of the next camera", `test:pattern?width=160&height=120${KEYS.enter}`);
    await again.answer("Name of the next camera", `gate-7-top${KEYS.enter}`);
    await again.answer("another camera has the name gate-7-top", `${KEYS.clear}x-ray${KEYS.enter}`);
    await again.answer("What is looked for", KEYS.enter);
    await again.answer("Model", KEYS.enter);
    await again.answer("Seconds until a vehicle comes", `9000${KEYS.enter}`);
    await again.answer("seconds up to 3600", `${KEYS.clear}12${KEYS.enter}`);
    await again.answer("And another one", KEYS.enter);
    // The ID of this device is changed before anything is written; its key stays.
    await again.answer("or change an answer?", `${KEYS.down}${KEYS.down}${KEYS.enter}`);
    expect(existsSync(`${site}.yaml`)).toBe(false);
    // The previous answer is offered.
    await again.answer("ID of this device", `b${KEYS.enter}`);
    await again.answer("or change an answer?", KEYS.enter);
    await again.answer("Trial scan", `CSQU3054383${KEYS.enter}`);
    expect(await again.ended).toMatchObject({ code: 0 });
    const text = again.shown();
    expect(text).toContain("Continuing with the previous answers");
    expect(text).toContain("The camera delivers pictures of 640 × 480 pixels");
    expect(text).toMatch(/CSQU3054383 \(valid\): \d findings? by /);
    expect(text).toContain(`delivered to ${cloud.url}`);
    expect(text).not.toContain("hunter2");
    expect(readFileSync(path.join(folder, "gate-7-top.jpg")).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));

    const config = readFileSync(`${site}.yaml`, "utf8");
    expect(statSync(`${site}.yaml`).mode & 0o777).toBe(0o600);
    expect(config).toContain("# A file with the key of this device.");
    expect(config).not.toContain("CSQU3054383");
    expect(config).toContain(`id: "gate-7b"`);
    const { lanes, stations } = parse(config);
    expect(lanes).toEqual([{ id: "lane-1", container: { identified: {} } }]);
    const scanner = { scanType: "illegal", arrival: { afterOthersSeconds: 12 } };
    expect(stations).toMatchObject([{ lane: "lane-1" }, { id: "x-ray", lane: "lane-1", ...scanner }]);
    expect(existsSync(`${site}.yaml.draft.json`)).toBe(false);
    expect(await runLine(["doctor", "--config", `${site}.yaml`])).toMatchObject({ code: 0 });
    expect(await cloud.receiptsOf("CSQU3054383")).toHaveLength(1);
  });

  test("the chapter about the set-up shows what the wizard shows (RECORD_SESSIONS=1 writes it)", async () => {
    const folder = newFolder();
    const code = await joinCode(cloud, "Gate 1");
    const wizard = openTerminal(folder, "init --discovery-port 1");
    await wizard.answer("Address of the cloud", `${cloud.url}${KEYS.enter}`);
    await wizard.answer("ID of this device", `gate-1${KEYS.enter}`);
    await wizard.answer("Join code", `${code}${KEYS.enter}`);
    await wizard.answer("Address of the camera", `${cameraUrl}${KEYS.enter}`);
    await wizard.answer("User of the camera", `viewer${KEYS.enter}`);
    await wizard.answer("Its password", `hunter2${KEYS.enter}`);
    await wizard.answer("Name of the camera", `gate-1-top${KEYS.enter}`);
    await wizard.answer("Model", KEYS.enter);
    await wizard.answer("Where do container numbers come from", KEYS.enter);
    await wizard.answer("another camera or an X-ray scanner", KEYS.enter);
    await wizard.answer("or change an answer?", KEYS.enter);
    await wizard.answer("Trial scan", `CSQU3054384${KEYS.enter}`);
    await wizard.answer("wrong check digit", KEYS.enter);
    await wizard.answer("Trial scan", `CSQU3054383${KEYS.enter}`);
    expect(await wizard.ended).toMatchObject({ code: 0 });
    const names = { [cloud.url]: "https://inspection.example.com", [cameraUrl]: "rtsp://192.168.1.20/stream1" };
    const places = { [new URL(cameraUrl).host]: "192.168.1.20", [folder]: "/etc/edge-agent", [code]: "K7MXQ-9RTWA" };
    // What turns while it waits stays on the screen only where the wait was long enough.
    let screen = (await wizard.screen()).replaceAll(/^[◒◐◓◑] .*\n/gm, "").replaceAll(/(?:^│\n)+/gm, "│\n");
    for (const [own, shown] of Object.entries({ ...names, ...places })) screen = screen.replaceAll(own, shown);
    const { shown, recorded } = bothSessions("the wizard", `$ edge-agent init\n${screen}\n`);
    expect(shown).toBe(recorded);
  });

  test("without questions: options answer all of them, and what fails ends it with its fix", async () => {
    const folder = newFolder();
    const config = path.join(folder, "edge-agent.yaml");
    // Separate programs: in this process, the cloud's modules may have forbidden the modules that draw the pictures.
    const init = (...more: string[]) => runCli("init", "--yes", "--config", config, ...more);
    const camera = ["--camera", `file:${path.join(demoFolder, "loads.mp4")}`, "--container", "CSQU3054383"];
    expect(await init()).toMatchObject({ code: 2, stderr: expect.stringContaining("--cloud") });
    const reached = ["--cloud", cloud.url, "--device", "gate-8"];
    expect(await init(...reached)).toMatchObject({ code: 2, stderr: expect.stringContaining("--code") });
    const refused = await init(...reached, "--code", "AAAAA-AAAAA");
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("JOIN_CODE_NOT_FOUND") });
    const dead = await init("--code", await joinCode(cloud, "Gate 8"), "--camera", "rtsp://127.0.0.1:1/x");
    expect(dead).toMatchObject({ code: 1, stderr: expect.stringMatching(/refused the connection[^]*Fix: /) });
    writeFileSync(path.join(folder, "text.onnx"), "not a model");
    const modelless = await init(...camera, "--model", "text.onnx");
    expect(modelless).toMatchObject({ code: 1, stderr: expect.stringContaining("is not an ONNX file") });

    const done = await init(...camera, "--model", "bundled:category-demo", "--json");
    expect({ code: done.code, result: JSON.parse(done.stdout) }).toMatchObject({
      code: 0,
      result: { configFile: config, scan: { state: "delivered", containerNumber: "CSQU3054383" } },
    });
    expect(await init()).toMatchObject({ code: 2, stderr: expect.stringContaining("exists already") });
    const { signingKey } = JSON.parse((await runLine(["signing-key", "--config", config, "--json"])).stdout);
    expect(await signingKeysOf(cloud, "Gate 8")).toEqual([signingKey]);
    const { publicKey } = await cloud.get<{ publicKey: string }>("/v1/admin/edge-imports/key");
    expect(readCloudKey(path.join(folder, ".data/edge-agent"))).toBe(publicKey);

    const other = await joinCode(cloud, "Gate 9");
    const taken = await runLine(["join", other, "--config", config]);
    expect(taken).toMatchObject({ code: 1, stderr: expect.stringMatching(/SIGNING_KEY_IN_USE[^]*signing-key --new/) });
    const made = await runLine(["signing-key", "--new", "--config", config, "--json"]);
    const joined = await runLine(["join", other, "--config", config, "--json"]);
    expect(JSON.parse(joined.stdout)).toMatchObject({ name: "Gate 9" });
    expect(await signingKeysOf(cloud, "Gate 9")).toEqual([JSON.parse(made.stdout).signingKey]);
    const unknown = await runLine(["join", "AAAAA-AAAAA", "--config", config]);
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining("ask the administrator for a new code") });
  });
});
