import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { needs, toolAt } from "../../../deploy/testing/needs.ts";
import { composeUnit } from "./service/compose-unit.ts";
import { layOutSite, startCli, startFakeCloud, until } from "./testing/small-site.ts";
import { runLine } from "./testing/run-line.ts";

const parts = {
  node: "/opt/edge agent/node",
  cli: "/opt/edge agent/cli.js",
  configFile: "/etc/edge-agent/100%.yaml",
  dataDir: "/var/lib/edge-agent",
  user: "edge-agent",
  writable: ["/srv/x ray"],
  usesVideoDevices: false,
};

test("the unit restarts the agent except for its configuration, and lets it write its folders only", () => {
  const unit = composeUnit(parts);
  expect(unit).toContain(
    'ExecStart="/opt/edge agent/node" "/opt/edge agent/cli.js" run --config /etc/edge-agent/100%%.yaml',
  );
  for (const line of [
    "Type=notify",
    "WatchdogSec=90",
    "Restart=always",
    "RestartPreventExitStatus=78",
    "User=edge-agent",
    "ProtectSystem=strict",
    'ReadWritePaths=/var/lib/edge-agent "/srv/x ray"',
    "PrivateDevices=yes",
    "CapabilityBoundingSet=",
  ]) {
    expect(unit.split("\n")).toContain(line);
  }
  const withCamera = composeUnit({ ...parts, usesVideoDevices: true });
  expect(withCamera).toContain("DeviceAllow=char-video4linux rw");
  expect(withCamera).not.toContain("PrivateDevices");
});

test("systemd accepts the unit, and rates its exposure as low", needs("systemd-analyze"), async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "unit-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, "edge-agent.service");
  await writeFile(file, composeUnit({ ...parts, node: process.execPath, user: "root", dataDir: folder, writable: [] }));
  const verified = await promisify(execFile)(toolAt("systemd-analyze"), ["verify", "--man=no", file]);
  expect(verified.stderr.split("\n").filter((line) => line.includes(file))).toEqual([]);
  // The service reads whether the clock is synchronised, and cannot set it.
  const { stdout } = await promisify(execFile)(toolAt("systemd-analyze"), [
    "security",
    "--offline=true",
    "--no-pager",
    file,
  ]);
  const exposure = Number(/exposure level[^:]*: ([\d.]+)/.exec(stdout)?.[1]);
  expect(exposure).toBeGreaterThan(0);
  expect(exposure).toBeLessThan(3);
  expect(stdout).toContain("adjtimex is allowed");
  expect(stdout).toMatch(/✓ CapabilityBoundingSet=~CAP_SYS_TIME/);
});

test("without systemd, the unit is printed; uninstall and status report the missing service", async () => {
  const { folder, configFile, dataDir } = await layOutSite("http://127.0.0.1:9", {
    cameras: [{ id: "top", url: "folder:xray?moveTo=done" }],
  });
  const run = (...args: string[]) => runLine(["service", ...args, "--config", configFile, "--unit-folder", folder]);
  const { code, stdout } = await run("install", "--print", "--user", "edge-agent");
  expect(code).toBe(0);
  expect(stdout).toContain(`run --config ${configFile}`);
  expect(stdout).toContain(`ReadWritePaths=${dataDir} ${path.join(folder, "xray")}`);
  expect(await run("uninstall")).toMatchObject({ code: 1, stderr: expect.stringContaining("is not installed") });
  const status = await run("status");
  expect(status).toMatchObject({ code: 1, stdout: expect.stringContaining("is not installed") });
});

test("the agent reports readiness, signs of life and its stop to the service manager that started it", async () => {
  const cloud = await startFakeCloud();
  const { folder, configFile } = await layOutSite(cloud.url);
  const [bin, log] = [path.join(folder, "bin"), path.join(folder, "notified")];
  await mkdir(bin);
  // In place of the program of systemd, which needs a socket that only systemd reads.
  await writeFile(path.join(bin, "systemd-notify"), `#!/bin/sh\necho "$NOTIFY_SOCKET $@" >> '${log}'\n`);
  await chmod(path.join(bin, "systemd-notify"), 0o755);
  const agent = startCli(["run", "--config", configFile], {
    PATH: `${bin}:${process.env["PATH"]}`,
    NOTIFY_SOCKET: "/run/test/notify",
    WATCHDOG_USEC: "1000000",
  });
  const notified = async () => (await readFile(log, "utf8").catch(() => "")).trim().split("\n");
  await until("signs of life", async () => ((await notified()).length >= 3 ? true : undefined));
  agent.stop("SIGTERM");
  expect((await agent.ended).code).toBe(0);
  const states = (await notified()).map((line) => line.replace("/run/test/notify ", ""));
  expect(states[0]).toBe("READY=1");
  expect(states.slice(1, -1)).toEqual(states.slice(1, -1).map(() => "WATCHDOG=1"));
  expect(states.at(-1)).toBe("STOPPING=1");
});
