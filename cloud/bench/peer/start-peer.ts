import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../../src/testing/postgres.ts";
import { waitUntilAnswered } from "../cloud-program.ts";

const cache = path.resolve(import.meta.dirname, "../../../.cache/peer");

/** The peer (`app.py`) as a running program. */
export type Peer = { url: string; token: string; program: ChildProcess };

/** Starts the peer with its files in `folder`; the first time, installs its libraries from PyPI in `.cache/peer`. */
export async function startPeer(databaseUrl: string, folder: string): Promise<Peer> {
  installLibraries();
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const program = spawn(path.join(cache, "bin/uvicorn"), ["app:app", "--port", String(port), "--no-access-log"], {
    cwd: import.meta.dirname,
    env: { ...process.env, DB: databaseUrl.replace(/^postgres(ql)?:/, "postgresql+asyncpg:"), OBJ: folder },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const exited = once(program, "exit").then(() => Promise.reject(new Error("the peer ended before it was ready")));
  const token = await Promise.race([readToken(program), exited]);
  exited.catch(() => undefined);
  const url = `http://127.0.0.1:${port}`;
  // Its token is printed just before it listens.
  await waitUntilAnswered(`${url}/docs`, program);
  return { url, token, program };
}

function installLibraries(): void {
  if (existsSync(path.join(cache, "bin/uvicorn"))) return;
  execFileSync("python3", ["-m", "venv", cache], { stdio: "inherit" });
  const requirements = path.join(import.meta.dirname, "requirements.txt");
  execFileSync(path.join(cache, "bin/pip"), ["install", "-q", "-r", requirements], { stdio: "inherit" });
}

async function readToken({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error("the peer has no output");
  for await (const line of createInterface({ input: stdout })) {
    const [, token] = /^TOKEN (\S+)$/.exec(line) ?? [];
    if (token !== undefined) return token;
  }
  throw new Error("the peer ended before it printed its token");
}
