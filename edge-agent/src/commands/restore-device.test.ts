import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { askNobody, LeftError } from "./setup/ask.ts";
import { createScriptedAsker } from "./setup/testing/scripted-asker.ts";
import { restoreDevice } from "./restore-device.ts";
import { runLine } from "./testing/run-line.ts";
import { startFakeCloud } from "./testing/small-site.ts";
import { createContext } from "./testing/test-context.ts";

const KEY = "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";
/** Configuration with the key at another place, where a search of the file's lines does not find it. */
const KEPT = `
device: { id: gate-1, x: &key "${KEY}" }
cloud: { url: https://old.example, apiKeyFile: edge-api-key, fallbackUrl: https://192.0.2.9, proxy: { url: "http://192.0.2.8:3128" } }
cameras: [{ id: top, url: "rtsp://192.0.2.7/1" }]
releaseKey: *key
`;

/** Hardware without a configuration, and a cloud that gives it this one. */
async function newHardware(configuration = KEPT) {
  const cloud = await startFakeCloud();
  const folder = mkdtempSync(path.join(tmpdir(), "restore-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, "edge-agent.yaml");
  cloud.setJoined({
    deviceId: "0192f0a1b2c3d4e5f6a7b8c9",
    name: "Gate 1",
    apiKey: "the-new-key",
    publicUrl: "https://old.example",
    heartbeatSeconds: 30,
    silentAfterMinutes: 5,
    configuration: {
      configuration,
      missing: [],
      sha256: "0".repeat(64),
      agentVersion: "3.0.0",
      reportedAt: "2026-10-18T08:15:00.000Z",
    },
    chainEnds: [],
  });
  const line = ["join", "K7MXQ-9RTWA", "--cloud", cloud.url, "--config", file];
  const read = () => parse(readFileSync(file, "utf8"));
  const trusted = () => {
    const { releaseKey, cloud: section } = read();
    return [releaseKey, section.fallbackUrl, section.proxy?.url];
  };
  const ask = (asker: Parameters<typeof restoreDevice>[3]) => {
    const { context, out } = createContext();
    const options = { cloud: cloud.url, config: file };
    return restoreDevice("K7MXQ-9RTWA", options, context, asker).then(() => out.join("\n"));
  };
  return { file, line, read, trusted, ask };
}
const NONE = [undefined, undefined, undefined];
const ALL = [KEY, "https://192.0.2.9", "http://192.0.2.8:3128"];

test("a release key, a fallback and a proxy that the cloud announces are left out without a person", async () => {
  const { line, trusted, read } = await newHardware();
  const { code, stdout } = await runLine(line);
  expect([code, trusted()]).toEqual([0, NONE]);
  expect(read()).toMatchObject({ device: { id: "gate-1" }, cameras: [{ id: "top" }] });
  expect(stdout).toContain(`edge-agent config set releaseKey '${KEY}'`);
  expect(stdout).toContain("edge-agent config set cloud.fallbackUrl https://192.0.2.9");
  expect(stdout).toContain("edge-agent config set cloud.proxy.url http://192.0.2.8:3128");
  expect(stdout).toContain("cameras.top.url: rtsp://192.0.2.7/1");
});

test("the user sees the values that the device would trust, and decides", async () => {
  const { trusted, ask } = await newHardware();
  const agrees = createScriptedAsker([true]);
  const shown = await ask(agrees.asker);
  expect(agrees.asked.join("\n")).toContain(`releaseKey: ${KEY}\n  cloud.fallbackUrl: https://192.0.2.9\n`);
  expect([trusted(), shown.includes("left out")]).toEqual([ALL, false]);
  for (const answer of ["no", "Ctrl-C", "no person"]) {
    const fresh = await newHardware();
    const { asker } = createScriptedAsker([false]);
    if (answer === "Ctrl-C") asker.confirm = () => Promise.reject(new LeftError("stopped"));
    await fresh.ask(answer === "no person" ? askNobody(() => {}) : asker);
    expect([answer, fresh.trusted()]).toEqual([answer, NONE]);
  }
});

test("--trust uses them all, and values that the replaced file already had are not asked about", async () => {
  const first = await newHardware();
  await runLine([...first.line, "--trust"]);
  expect(first.trusted()).toEqual(ALL);
  const again = await newHardware();
  writeFileSync(again.file, readFileSync(first.file));
  const { stdout } = await runLine([...again.line, "--overwrite", "--json"]);
  expect([JSON.parse(stdout).untrusted, again.trusted()]).toEqual([[], ALL]);
  const changed = await newHardware(KEPT.replace("192.0.2.9", "192.0.2.99"));
  writeFileSync(changed.file, readFileSync(first.file));
  await runLine([...changed.line, "--overwrite"]);
  expect(changed.trusted()).toEqual([KEY, undefined, ALL[2]]);
});

test.each(["[1]", "a: [", "text"])("a cloud that keeps %j as a configuration is reported", async (configuration) => {
  const { file, line } = await newHardware(configuration);
  const { code, stderr } = await runLine(line);
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining("is not YAML with settings\n    Fix: set this device up"),
  ]);
  expect(existsSync(file)).toBe(false);
});
