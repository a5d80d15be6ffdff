import { countStatistics, markAllStatistics } from "../../inspection/statistics/count-store.ts";
import { type CommandContext, withSystem } from "./open-system.ts";

/** `recount-statistics`. Counts are replaced quarter by quarter; the service may keep running. */
export async function recountStatistics(context: CommandContext): Promise<void> {
  await withSystem(context, { migrate: false }, async ({ connection: { db } }) => {
    await markAllStatistics(db);
    const { quarters } = await countStatistics(db);
    context.print(`Counted ${quarters} quarters of an hour again.`);
  });
}
