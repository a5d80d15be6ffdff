import type { Needs } from "../parts.ts";
import { findFilledGaps, findGaps, linkArrived } from "./link-store.ts";
import { reportBreak, reportRestored } from "./report-break.ts";

/** Reported in one run; the rest follows in the next one. */
const MAX_REPORTED = 100;

/**
 * Reports records whose previous one is 15 minutes late, and closes gaps whose missing record has arrived. Runs every
 * minute, in one process.
 */
export async function watchChains(
  parts: Needs<"db" | "jobs" | "logger" | "nowMs" | "newId">,
): Promise<{ gaps: number; filled: number }> {
  return parts.db.transaction(async (tx) => {
    await linkArrived(tx);
    const filled = await findFilledGaps(tx, MAX_REPORTED);
    for (const { gap } of filled) await reportRestored(parts, tx, gap);
    const gaps = await findGaps(tx, new Date(parts.nowMs()), MAX_REPORTED);
    for (const link of gaps) await reportBreak(parts, tx, link, "gap");
    return { gaps: gaps.length, filled: filled.length };
  });
}
