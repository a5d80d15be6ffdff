import { dayOf, DAY_MS } from "../partition-days.ts";
import { type ArchiveParts, archiveDay } from "./archive-day.ts";
import { findClosedDays } from "./partition-day-store.ts";

/**
 * Moves all days that are older than the setting into files, oldest first. A day that fails is logged and stays in the
 * database; it does not stop the others, but fails the run, so that it counts as not completed.
 */
export async function archiveClosedDays(
  parts: ArchiveParts,
  mayGoOn: () => Promise<boolean>,
): Promise<{ days: number; events: number; bytes: number; isBusy: boolean }> {
  const { settings, logger, nowMs } = parts;
  const outcome = { days: 0, events: 0, bytes: 0, isBusy: false };
  const { trackingArchiveAfterDays: afterDays } = settings;
  if (afterDays === undefined) return outcome;
  const { background } = await parts.tracking.pools();
  const failures: unknown[] = [];
  for (const dayMs of await findClosedDays(background, dayOf(nowMs()) - afterDays * DAY_MS)) {
    if (!(await mayGoOn())) break;
    try {
      const archived = await archiveDay(parts, dayMs);
      if (archived.kind === "busy") outcome.isBusy = true;
      else {
        outcome.days += 1;
        outcome.events += archived.events;
        outcome.bytes += archived.bytes;
      }
    } catch (error) {
      logger.error(
        { err: error, day: new Date(dayMs) },
        "a day of tracking could not be archived and stays in the database",
      );
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} days of tracking could not be archived`);
  return outcome;
}
