import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { inject, vi } from "vitest";
import { copyEmbeddedTemplate } from "./embedded-template.ts";
import { cleanUpLater } from "./clean-up.ts";
import { administer } from "./database.ts";

export type Running = { output: () => string; url: () => Promise<string>; stop: () => Promise<number | null> };

/** Starts the real program, and ends it after the test. A new embedded database is a copy of a migrated one. */
export async function startCloud(settings: Record<string, string>): Promise<Running & { child: ChildProcess }> {
  const { DATA_DIR: dataDir, DATABASE_URL: url } = settings;
  const embedded = dataDir !== undefined && url === undefined ? path.join(dataDir, "database") : undefined;
  if (embedded !== undefined && !existsSync(embedded)) await copyEmbeddedTemplate(embedded);
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [path.join(import.meta.dirname, "../main.ts")], {
    env: { PATH, NODE_COMPILE_CACHE, PORT: "0", HOST: "127.0.0.1", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => lines.push(String(chunk)));
  const output = () => lines.join("");
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const stop = async () => {
    child.kill("SIGTERM");
    return ended;
  };
  cleanUpLater(stop);
  const listening = () =>
    vi.waitFor(
      () => {
        const port = /"port":(\d+)/.exec(output())?.[1];
        if (port === undefined) throw new Error(`it does not listen:\n${output()}`);
        return `http://127.0.0.1:${port}`;
      },
      { timeout: 120_000, interval: 100 },
    );
  return { child, output, url: listening, stop };
}

/** A folder that is deleted after the test. */
export async function createFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "main-"));
  cleanUpLater(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The address of a database without any table, dropped after the test. */
export async function createEmptyDatabase() {
  const name = `empty_${crypto.randomUUID().replaceAll("-", "")}`;
  await administer(inject("postgresUrl"), `create database ${name}`);
  cleanUpLater(() => administer(inject("postgresUrl"), `drop database ${name} with (force)`));
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  return url.href;
}
