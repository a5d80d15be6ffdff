import { type CommandContext, type CommonOptions, show } from "./terminal/command-context.ts";
import { withOutbox } from "./queue.ts";
import { formatAgo, formatTable } from "./terminal/wording.ts";

/** Lists the records that the cloud rejected, with the reasons. */
export async function showParked(options: CommonOptions, context: CommandContext): Promise<void> {
  const records = await withOutbox(options, context, (outbox) => outbox.parked());
  const rows = records.map(({ id, kind, cameraId, containerNumber, parkedAtMs, reason }) => [
    id,
    kind,
    containerNumber ?? cameraId,
    formatAgo(parkedAtMs, context.clock.nowMs()),
    reason,
  ]);
  show(options, context, records, rows.length === 0 ? ["no parked records"] : formatTable(rows));
}
