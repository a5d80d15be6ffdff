import type { Command } from "commander";
import type { CommandContext } from "../command-context.ts";
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
}
