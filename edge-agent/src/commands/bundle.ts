import { writeFile } from "node:fs/promises";
import { arch, cpus, hostname, release, totalmem, type as system } from "node:os";
import path from "node:path";
import { strToU8, zipSync } from "fflate";
import { maskUrl } from "../cameras/mask-url.ts";
import { readConfig } from "../config/config.ts";
import { collectSecrets, removeSecrets } from "../config/collect-secrets.ts";
import { maskConfig } from "../config/mask-config.ts";
import { connectToAgent } from "../status/agent-client.ts";
import { type CommandContext, type CommonOptions, configFileOf, show } from "./terminal/command-context.ts";
import { readConfigFile } from "./config-show.ts";
import { collectFindings } from "./doctor.ts";
import { readLog } from "./logs.ts";
import { withOutbox } from "./queue.ts";

type Options = CommonOptions & { output?: string; timeout: number };

/**
 * Writes an archive for support: the configuration, versions, the doctor's findings, the counts of the outbox, and of a
 * running agent its status and log. Every secret in use is replaced in every file. What cannot be read is listed in it.
 */
export async function writeBundle(options: Options, context: CommandContext): Promise<void> {
  const text = await readConfigFile(options, context);
  const folder = path.dirname(path.resolve(configFileOf(options, context)));
  const secrets = await collectSecrets(text, folder, context.environment);
  const files: Record<string, string> = { "edge-agent.yaml": maskConfig(text) };
  const add = async (name: string, read: () => Promise<unknown>) => {
    const value = await read().catch((error: unknown) => ({
      error: error instanceof Error ? error.message : String(error),
    }));
    if (value !== null) files[name] = JSON.stringify(value, null, 2);
  };
  await add("versions.json", async () => versionsOf(context));
  await add("doctor.json", () => collectFindings(options, context, ({ layer }) => context.note(`examined: ${layer}`)));
  await add("outbox.json", () =>
    withOutbox(options, context, (outbox) => ({
      ...outbox.status(),
      failing: outbox.failing(),
      parked: outbox.parked(),
    })),
  );
  await addRunningAgent(add, options, context);
  const now = new Date(context.clock.nowMs());
  const file = options.output ?? `edge-agent-bundle-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}.zip`;
  const cleaned = Object.entries(files).map(
    ([name, value]) => [name, strToU8(removeSecrets(maskUrl(value), secrets))] as const,
  );
  await writeFile(file, zipSync(Object.fromEntries(cleaned), { mtime: now }), { mode: 0o600 });
  const names = Object.keys(files);
  show(options, context, { file, contents: names }, [
    `${file}: ${names.join(", ")}`,
    "It contains no passwords and no keys.",
  ]);
}

async function addRunningAgent(
  add: (name: string, read: () => Promise<unknown>) => Promise<void>,
  options: CommonOptions,
  context: CommandContext,
): Promise<void> {
  const reading = await readConfig(configFileOf(options, context), context.environment, { needsPassword: false });
  const agent = reading.ok ? await connectToAgent(reading.config.dataDir).catch(() => null) : null;
  if (!agent) return;
  await add("status.json", () => agent.request("/status"));
  await add("log.json", () => readLog(agent, { afterId: 0, level: "debug" }));
}

const versionsOf = ({ version, clock }: CommandContext) => ({
  agent: version,
  node: process.versions,
  system: `${system()} ${release()} ${arch()}`,
  host: hostname(),
  processors: cpus().length,
  memoryBytes: totalmem(),
  at: new Date(clock.nowMs()).toISOString(),
});
