import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, writeFileSync } from "node:fs";
import path from "node:path";
import { stringify } from "yaml";
import { waitUntil } from "../../demo/wait-until.ts";
import { freePort } from "./free-port.ts";

const cli = path.resolve(import.meta.dirname, "../../../edge-agent/src/cli.ts");
const token = "walk-ai-token-0123456789abcdef";

/**
 * The real AI service with the bundled model for the task `category`, and the number reader with these networks for
 * `identify`; it can be started again and again.
 */
export async function createAiService(folder: string, numbers: { characters: string; lines: string }) {
  const port = await freePort();
  const configFile = path.join(folder, "ai-service.yaml");
  writeFileSync(
    configFile,
    stringify({
      cloud: { url: "http://127.0.0.1:1", apiKey: "unused" },
      device: { id: "walk-models" },
      models: { category: { file: "bundled:category-demo", confidence: 0.25 } },
      numbers,
    }),
  );
  let child: ReturnType<typeof spawn> | undefined;

  return {
    /** The settings of the cloud for it. */
    settings: { AI_SERVICE_URL: `ws://127.0.0.1:${port}`, AI_SERVICE_TOKEN: token },
    async start() {
      const log = createWriteStream(path.join(folder, "ai-service.log"), { flags: "a" });
      const env = { ...process.env, AI_SERVICE_TOKEN: token };
      child = spawn(process.execPath, [cli, "serve", "--config", configFile, "--port", String(port)], { env });
      child.stderr?.pipe(log, { end: false });
      const answers = async () => (await fetch(`http://127.0.0.1:${port}/health`)).ok || undefined;
      await waitUntil("the AI service answers", answers, { timeoutMs: 250_000 });
    },
    /** Sends a signal and waits until the program has ended; resolves with its exit code. */
    async end(signal: "SIGTERM" | "SIGKILL"): Promise<number | null> {
      if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
      const ended = once(child, "exit");
      child.kill(signal);
      await ended;
      return child.exitCode;
    },
  };
}
