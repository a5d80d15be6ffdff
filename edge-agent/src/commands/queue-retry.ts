import { CommandError, type CommandContext, type CommonOptions, show } from "./terminal/command-context.ts";
import { withOutbox } from "./queue.ts";
import { plural } from "./terminal/wording.ts";

/** Returns parked records to the queue. */
export async function retryParked(
  ids: readonly string[],
  options: CommonOptions & { all?: boolean },
  context: CommandContext,
): Promise<void> {
  if (ids.length > 0 === (options.all === true)) {
    throw new CommandError("usage", "specify the ids of the records to retry, or --all");
  }
  const count = await withOutbox(options, context, (outbox) => outbox.retryParked(options.all ? undefined : ids));
  if (!options.all && count < ids.length) {
    const message = `${count} of ${ids.length} records were parked and returned to the queue; see: edge-agent queue parked`;
    throw new CommandError("failed", message);
  }
  const lines = [
    `${plural(count, "record")} returned to the queue; a running agent sends ${count === 1 ? "it" : "them"} within a minute`,
  ];
  show(options, context, { retried: count }, lines);
}
