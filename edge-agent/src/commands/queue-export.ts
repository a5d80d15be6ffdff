import path from "node:path";
import { CommandError, type CommandContext, type CommonOptions, show } from "./terminal/command-context.ts";
import { withOutbox } from "./queue.ts";
import { plural } from "./terminal/wording.ts";

/** Writes parked records and their pictures to a folder. The records stay parked. */
export async function exportParked(
  folder: string,
  ids: readonly string[],
  options: CommonOptions,
  context: CommandContext,
): Promise<void> {
  const target = path.resolve(folder);
  const chosen = ids.length > 0 ? ids : undefined;
  const written = await withOutbox(options, context, (outbox) => outbox.exportParked(target, chosen));
  if (written.length < ids.length) {
    const message = `${written.length} of ${ids.length} records are parked and were written to ${target}`;
    throw new CommandError("failed", message);
  }
  show(options, context, { folder: target, ids: written }, [
    `${plural(written.length, "record")} written to ${target}`,
  ]);
}
