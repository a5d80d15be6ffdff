import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { CannotStartError, claimDataDir, takePort } from "./claim.ts";

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "demo-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Claims a folder in another process, which holds it until it is killed. */
async function claimElsewhere(dataDir: string) {
  const script = `
    const { claimDataDir } = await import(${JSON.stringify(import.meta.resolve("./claim.ts"))});
    claimDataDir(process.argv[1]);
    globalThis.gc();
    console.log("claimed");
    setInterval(() => {}, 1_000);`;
  const args = ["--expose-gc", "--input-type=module", "--eval", script, dataDir];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return child;
}

test("a folder that a demonstration runs on is refused with its process id, until that process ends", async () => {
  const dataDir = path.join(temporaryFolder(), "data");
  const other = await claimElsewhere(dataDir);
  expect(() => claimDataDir(dataDir)).toThrow(CannotStartError);
  expect(() => claimDataDir(dataDir)).toThrow(`as process ${other.pid}`);
  const ended = once(other, "exit");
  other.kill("SIGKILL");
  await ended;
  claimDataDir(dataDir)();
});

test("a folder that cannot be made is refused with the reason", () => {
  expect(() => claimDataDir("/dev/null/data")).toThrow(/DATA_DIR \/dev\/null\/data cannot be used: .*ENOTDIR/);
});

test("two starts at once draw different ports, though no program listens on them yet", async () => {
  const [one, other, third] = [await takePort(28_092), await takePort(28_092), await takePort(28_092)];
  expect(new Set([one, other, third]).size).toBe(3);
});
