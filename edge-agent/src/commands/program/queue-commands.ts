import type { Command } from "commander";
import type { CommandContext } from "../terminal/command-context.ts";
import { defineCommand, defineGroup } from "./define-command.ts";

/** Adds the commands that look into the outbox. */
export function addQueueCommands(program: Command, context: CommandContext): void {
  const queue = defineGroup(program, {
    usage: "queue",
    description: "inspect the outbox, with or without a running agent",
    examples: ["queue status", "queue parked", "queue retry --all"],
  });
  defineCommand(
    queue,
    {
      usage: "status",
      description: "show how many records wait, and how long the space will last",
      examples: ["queue status"],
    },
    async (options) => (await import("../queue-status.ts")).showQueue(options(), context),
  );
  defineCommand(
    queue,
    { usage: "parked", description: "list the records that the cloud rejected", examples: ["queue parked"] },
    async (options) => (await import("../queue-parked.ts")).showParked(options(), context),
  );
  defineCommand(
    queue,
    {
      usage: "retry [ids...]",
      description: "return parked records to the queue",
      examples: ["queue retry 66f2a1b0c3d4e5f601020304", "queue retry --all"],
    },
    async (options, ...ids) => (await import("../queue-retry.ts")).retryParked(ids, options(), context),
  ).option("--all", "every parked record");
  defineCommand(
    queue,
    {
      usage: "export <folder> [ids...]",
      description: "write parked records and their pictures to a folder",
      examples: ["queue export ./parked"],
    },
    async (options, folder = "", ...ids) =>
      (await import("../queue-export.ts")).exportParked(folder, ids, options(), context),
  );
  addTransferCommands(queue, context);
}

/** Adds the commands that carry the outbox to the cloud by hand. */
function addTransferCommands(queue: Command, context: CommandContext): void {
  defineCommand(
    queue,
    {
      usage: "transfer <file>",
      description: "write the waiting records to a signed file, for a cloud that this device cannot reach",
      details:
        "The records stay in the queue. An administrator imports the file, for which the cloud gives an acknowledgement.",
      examples: ["queue transfer /media/usb/gate-1.transfer", "queue transfer part.transfer --records 1000"],
    },
    async (options, file = "") => (await import("../queue-transfer.ts")).transferQueue(file, options(), context),
  ).option("--records <number>", "at most so many records, the first in the order of delivery");
  defineCommand(
    queue,
    {
      usage: "acknowledge <file>",
      description: "delete the records that the cloud has imported, as its signed acknowledgement states",
      examples: ["queue acknowledge /media/usb/acknowledgement-66f2a1b0c3d4e5f601020304.ndjson"],
    },
    async (options, file = "") =>
      (await import("../queue-acknowledge.ts")).acknowledgeTransfer(file, options(), context),
  ).option("--cloud-key <key>", "the key of the cloud, once, where this device has never reached it");
}
