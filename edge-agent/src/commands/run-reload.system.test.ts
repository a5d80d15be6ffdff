import { readFileSync, statSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { needs, toolAt } from "../../../deploy/testing/needs.ts";
import { readCloudKey } from "../forwarding/air-gap/cloud-key.ts";
import { connectToAgent } from "../status/agent-client.ts";
import { createHangUpJudge } from "./terminal/hang-up.ts";
import { cli, CLOUD_KEY, layOutSite, startCli, startFakeCloud, startProgram, until } from "./testing/small-site.ts";

const numbersOf = ({ received }: { received: { path: string }[] }) =>
  received.flatMap(({ path: route }) => /containers\/(.*)\/scans\/category$/.exec(route)?.[1] ?? []);

test("SIGHUP makes the agent use the changed file; one that cannot work changes nothing", async () => {
  const cloud = await startFakeCloud();
  const { folder, configFile, dataDir } = await layOutSite(cloud.url);
  const agent = startCli(["run", "--config", configFile]);
  const logged = (text: string) => until(`"${text}" is logged`, () => agent.output.stderr.includes(text) || undefined);
  await until("the first scan is delivered", () => numbersOf(cloud)[0]);

  agent.stop("SIGHUP");
  await logged("nothing has changed");
  const good = await readFile(configFile, "utf8");
  await writeFile(configFile, good.replace("box-1", "box 1 is not a name"));
  agent.stop("SIGHUP");
  await logged("the agent goes on with the previous one");
  await writeFile(path.join(folder, "text.onnx"), "not a model");
  await writeFile(configFile, good.replace("one-carton.onnx", "text.onnx"));
  agent.stop("SIGHUP");
  await logged("cannot start with the changed configuration");
  // The load of the video is in view again.
  await until("the previous configuration scans again", () => numbersOf(cloud)[1]);

  await writeFile(configFile, good.replace("CSQU3054383", "HLXU2008419"));
  agent.stop("SIGHUP");
  await logged('"changed":["station gate-1"]');
  await until("a scan has the new number", () => numbersOf(cloud)[2]);
  expect(numbersOf(cloud)).toEqual(["CSQU3054383", "CSQU3054383", "HLXU2008419"]);
  // What checks the acknowledgement of a carried file later, where no line is.
  expect(await until("a heartbeat has brought the key of the cloud", () => readCloudKey(dataDir))).toBe(CLOUD_KEY);
  agent.stop("SIGTERM");
  expect(await agent.ended).toMatchObject({ code: 0 });
  expect(agent.output.stderr).not.toContain("key-of-this-box");
});

test("another data folder is used from the next scan on, and the previous one delivers its records", async () => {
  const cloud = await startFakeCloud();
  const { folder, configFile } = await layOutSite(cloud.url);
  const agent = startCli(["run", "--config", configFile]);
  await until("the first scan is delivered", () => numbersOf(cloud)[0]);
  await writeFile(configFile, (await readFile(configFile, "utf8")).replace("dataDir: data", "dataDir: other"));
  agent.stop("SIGHUP");
  await until("the other data folder scans", () => numbersOf(cloud)[1]);
  expect(statSync(path.join(folder, "other", "outbox.sqlite")).isFile()).toBe(true);
  agent.stop("SIGTERM");
  expect(await agent.ended).toMatchObject({ code: 0 });
});

test("a closed terminal is no reload: a file that was a terminal is none after it", () => {
  const terminals = new Set([0, 1, 2]);
  const judge = createHangUpJudge([0, 1, 2], (file) => terminals.has(file));
  expect(judge()).toBe("reload");
  terminals.clear();
  expect(judge()).toBe("terminal-closed");
  expect(judge()).toBe("reload");
  expect(createHangUpJudge([0, 1, 2], () => false)()).toBe("reload");
});

describe("in a terminal", needs("script"), () => {
  test("the agent keeps running after the terminal has closed", async () => {
    const cloud = await startFakeCloud();
    const { configFile, dataDir } = await layOutSite(cloud.url);
    const command = `exec '${process.execPath}' '${cli}' run --config '${configFile}'`;
    const terminal = startProgram(toolAt("script"), ["--quiet", "--command", command, "/dev/null"]);
    await until("the agent runs", () => connectToAgent(dataDir));
    const pid = Number(readFileSync(path.join(dataDir, "outbox.sqlite.pid"), "utf8"));
    onTestFinished(() => void process.kill(pid, "SIGKILL"));
    terminal.stop("SIGKILL");
    await terminal.ended;
    const agent = await until("the agent still answers", () => connectToAgent(dataDir));
    const warnings = await until("the log has a warning", async () => {
      const log = JSON.stringify(await agent.request("/log?level=warn"));
      return log.includes("terminal") ? log : undefined;
    });
    expect(warnings).toContain("the terminal has closed; the agent keeps running");
  });
});
