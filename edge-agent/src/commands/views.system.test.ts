import { describe, expect, test } from "vitest";
import { needs, toolAt } from "../../../deploy/testing/needs.ts";
import { connectToAgent } from "../status/agent-client.ts";
import { parseSince } from "./parse-since.ts";
import { runLine } from "./testing/run-line.ts";
import { cli, layOutSite, startCli, startFakeCloud, startProgram, until } from "./testing/small-site.ts";

async function startAgent() {
  const cloud = await startFakeCloud();
  const site = await layOutSite(cloud.url);
  const agent = startCli(["run", "--config", site.configFile]);
  await until("the agent answers", () => connectToAgent(site.dataDir));
  return { ...site, agent };
}

test("logs shows the lines of a running agent by level and time, and follows it", async () => {
  const { configFile, agent } = await startAgent();
  const logs = (...args: string[]) => runLine(["logs", "--config", configFile, ...args]);
  const all = await logs("--json");
  expect(all.code).toBe(0);
  const lines = all.stdout.split("\n").map((line) => JSON.parse(line));
  expect(lines.map(({ message }) => message)).toContain("agent started");
  expect((await logs("--since", "2020-01-01")).stdout).toMatch(/^\S+Z INFO {2}.*agent started {2}version=/m);
  expect((await logs("--level", "error")).stdout).toBe("");
  expect((await logs("--since", "2099-01-01")).stdout).toBe("");
  expect(await logs("--since", "yesterday")).toMatchObject({ code: 2, stderr: expect.stringContaining("15min") });
  expect(await logs("--level", "loud")).toMatchObject({ code: 2, stderr: expect.stringContaining("Allowed choices") });

  const shown: string[] = [];
  let stop = () => {};
  const changes = { print: (line: string) => void shown.push(line), onStopSignal: (end: () => void) => (stop = end) };
  const follower = runLine(["logs", "--follow", "--config", configFile], changes);
  agent.stop("SIGHUP");
  await until("a new line is shown", () => shown.join("\n").includes("nothing has changed") || undefined);
  stop();
  expect(await follower).toMatchObject({ code: 0, stderr: "" });
});

test("logs without an agent names where an ended service's are", async () => {
  const { configFile } = await layOutSite("http://127.0.0.1:9");
  expect(await runLine(["logs", "--config", configFile])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("journalctl"),
  });
  expect(await runLine(["top", "--config", configFile])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("needs a terminal"),
  });
});

test("reads times and durations", () => {
  expect(parseSince("15min", 1_000_000_000)).toBe(999_100_000);
  expect(parseSince("2h", 10_000_000)).toBe(2_800_000);
  expect(parseSince("1 d", 86_400_000)).toBe(0);
  expect(parseSince("2026-11-23T10:15:00Z", 0)).toBe(Date.UTC(2026, 10, 23, 10, 15));
  expect([parseSince("soon", 0), parseSince("5", 0), parseSince("", 0)]).toEqual([null, null, null]);
});

describe("in a terminal", needs("script"), () => {
  test("top shows the agent until Ctrl-C, and leaves the terminal as it was", async () => {
    const { configFile } = await startAgent();
    const command = `stty cols 120 rows 40 && exec '${process.execPath}' '${cli}' top --interval 0.2 --config '${configFile}'`;
    const terminal = startProgram(toolAt("script"), ["--quiet", "--return", "--command", command, "/dev/null"], {
      TERM: "xterm",
    });
    await until(
      "the status is shown twice",
      () => (terminal.output.stdout.match(/box-1: edge agent/g)?.length ?? 0) > 1 || undefined,
    );
    terminal.type("\u0003");
    const { code, stdout } = await terminal.ended;
    expect(code).toBe(0);
    expect(stdout.startsWith("\u001b[?1049h\u001b[?25l")).toBe(true);
    expect(stdout.endsWith("\u001b[?25h\u001b[?1049l")).toBe(true);
  });
});
