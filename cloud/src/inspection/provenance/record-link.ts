import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { addLink, findSignatureFaults, type NewLink } from "./link-store.ts";
import { type BreakParts, reportBreak, reportRestored } from "./report-break.ts";

/**
 * Adds a record to the chain of its camera in the record's transaction, and reports at once what is wrong with it. A
 * missing record before it is reported later, by `watchChains`. The record is kept in every case.
 */
export async function recordLink(parts: BreakParts, tx: DatabaseOrTransaction, link: NewLink): Promise<void> {
  const { isReplay, isFork, isRestart, hasSignatureFault } = await addLink(tx, link);
  const { signatureState, deviceId } = link;
  if (isReplay) await reportBreak(parts, tx, link, "replay");
  if (isFork) await reportBreak(parts, tx, link, "fork");
  if (isRestart) await reportBreak(parts, tx, link, "restart");
  if (signatureState === "missing") await reportBreak(parts, tx, link, "missing-signature");
  if (signatureState === "invalid") await reportBreak(parts, tx, link, "invalid-signature");
  if (signatureState !== "signed" || !hasSignatureFault) return;
  for (const fault of await findSignatureFaults(tx, deviceId)) await reportRestored(parts, tx, fault);
}
