import { createObjectIdMaker } from "@container-inspection/shared-schemas/object-id";
import path from "node:path";
import { writeTransfer } from "../forwarding/air-gap/write-transfer.ts";
import { readFailure } from "../base/key-file.ts";
import { openSigningKey } from "../forwarding/signing/signing-key.ts";
import { CommandError, type CommandContext, type CommonOptions, show } from "./terminal/command-context.ts";
import { withOutbox } from "./queue.ts";
import { plural } from "./terminal/wording.ts";

/** Writes the waiting records to a signed file, which an administrator imports in the cloud. They keep waiting. */
export async function transferQueue(
  file: string,
  options: CommonOptions & { records?: string },
  context: CommandContext,
): Promise<void> {
  const target = path.resolve(file);
  const maxRecords = options.records === undefined ? Infinity : Number(options.records);
  if (options.records !== undefined && !/^[1-9]\d{0,8}$/.test(options.records))
    throw new CommandError("usage", `--records must be a whole number of 1 or more, not "${options.records}"`);
  const { nowMs } = context.clock;
  const transferId = createObjectIdMaker(nowMs)();
  const written = await withOutbox(options, context, (outbox, { dataDir, device }) => {
    const signingKey = openSigningKey(dataDir);
    const parts = { transferId, deviceId: device.id, nowMs: nowMs(), signingKey, maxRecords };
    try {
      return writeTransfer(target, outbox.waiting(), parts);
    } catch (error) {
      const failure = readFailure(error);
      if (failure === "EEXIST") throw new CommandError("usage", `${target} exists already; name another file`);
      if (!/^E[A-Z]+$/.test(failure)) throw error;
      throw new CommandError("failed", `${target} cannot be written (${failure})`, { cause: error });
    }
  });
  const { records, damaged } = written;
  show(options, context, { file: target, transferId, ...written }, [
    `${plural(records, "record")} written to ${target}; ${records === 1 ? "it stays" : "they stay"} in the queue`,
    ...(damaged > 0 ? [`${plural(damaged, "record")} left out: damaged on disk; a running agent parks them`] : []),
    "An administrator imports the file in the cloud; then run: edge-agent queue acknowledge FILE",
  ]);
}
