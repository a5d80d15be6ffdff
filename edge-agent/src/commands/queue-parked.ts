import { type CommandContext, type CommonOptions, exitCodes, type ExitCode, show } from "./command-context.ts";
import { withOutbox } from "./queue.ts";
import { formatAgo, formatTable } from "./wording.ts";

/** The records that the cloud will not take, with its reasons. */
export async function showParked(options: CommonOptions, context: CommandContext): Promise<ExitCode> {
  const records = await withOutbox(options, context, (outbox) => outbox.parked());
  const rows = records.map(({ id, kind, cameraId, containerNumber, parkedAtMs, reason }) => [
    id,
    kind,
    containerNumber ?? cameraId,
    formatAgo(parkedAtMs, context.clock.nowMs()),
    reason,
  ]);
  show(options, context, records, rows.length === 0 ? ["nothing is parked"] : formatTable(rows));
  return exitCodes.done;
}
