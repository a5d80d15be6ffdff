import { distributeTables } from "../../fleet/tracking/distribution-store.ts";
import { type CommandContext, CommandError, trackingDatabaseOf, withSystem } from "./open-system.ts";

/** `distribute-tracking` */
export async function distributeTracking(context: CommandContext): Promise<void> {
  await withSystem(context, { migrate: true }, async (system) => {
    const db = await trackingDatabaseOf(system);
    if (!db) throw new CommandError("Set TRACKING_DATABASE_URL to the coordinator of a Citus cluster first.");
    const found = await distributeTables(db);
    if (found.kind === "no-extension")
      throw new CommandError(
        "The database of TRACKING_DATABASE_URL has no extension citus. On the coordinator and each worker, set " +
          "shared_preload_libraries = 'citus' and run: create extension citus",
      );
    if (found.kind === "no-workers")
      throw new CommandError("The cluster has no worker. On the coordinator, run: select citus_add_node('host', 5432)");
    for (const { table, isNew } of found.tables)
      context.print(`${table}: ${isNew ? "distributed" : "was distributed"}`);
    context.print(`${found.shards} shards by camera on ${found.nodes} nodes.`);
  });
}
