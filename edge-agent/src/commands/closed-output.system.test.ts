import { expect, test } from "vitest";
import { connectToAgent } from "../status/agent-client.ts";
import { cli, layOutSite, startCli, startFakeCloud, startProgram, until } from "./testing/small-site.ts";

/** The exit code of a command whose output is read by another, and all that both printed. */
const pipeTo = (reader: string, ...args: string[]) =>
  startProgram("/bin/sh", ["-c", `("$0" "$@"; echo "ended with $?" >&2) | ${reader}`, process.execPath, cli, ...args])
    .ended;

test("a command continues when the reader of its output has ended", async () => {
  expect(await pipeTo("true", "--help")).toMatchObject({ stdout: "", stderr: "ended with 0\n" });
});

test("logs --follow ends with its reader", async () => {
  const { configFile, dataDir } = await layOutSite((await startFakeCloud()).url);
  const agent = startCli(["run", "--config", configFile]);
  await until("the agent answers", () => connectToAgent(dataDir));
  const shown = pipeTo("head -n 1", "logs", "--follow", "--config", configFile);
  const news = setInterval(() => agent.stop("SIGHUP"), 500);
  const { stdout, stderr } = await shown.finally(() => clearInterval(news));
  expect(stdout).toMatch(/^\S+Z (INFO|WARN) .*\n$/);
  expect(stderr).toBe("ended with 0\n");
});
