import type { AgentConfig } from "../config/config.ts";
import { outboxFile } from "../composition/data-folder.ts";
import { inspectOutbox } from "../outbox/inspect-outbox.ts";
import type { OutboxInspection } from "../outbox/outbox.ts";
import { type CommandContext, type CommonOptions, loadConfig } from "./terminal/command-context.ts";

/** Opens the outbox for one command, with or without a running agent. Throws OutboxError when it does not exist. */
export async function withOutbox<T>(
  options: CommonOptions,
  context: CommandContext,
  use: (outbox: OutboxInspection, config: AgentConfig) => T | Promise<T>,
): Promise<T> {
  const config = await loadConfig(options, context);
  const limits = { maxBytes: config.outbox.maxSizeBytes };
  const outbox = inspectOutbox({ file: outboxFile(config), nowMs: context.clock.nowMs, limits });
  try {
    return await use(outbox, config);
  } finally {
    outbox.close();
  }
}
