import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { type BrokenRecord, findSenderFaults } from "./break-store.ts";
import { type Claims, claimNames } from "./claim-store.ts";
import { addLink, type NewLink } from "./link-store.ts";
import { type BreakParts, reportBreak, reportRestored } from "./report-break.ts";

/** The claims of a record about its device, judged by the key of its request. */
export type JudgedSender = {
  /** The place of the record on the chain of its camera, with its signature judged; absent without a chain. */
  link?: Omit<NewLink, "recordId">;
  /** A record without a chain that uses the name of another device. */
  foreign?: Omit<BrokenRecord, "recordId">;
  /** The name that the device is the first to use. */
  claim?: Claims;
};

/** Writes the judgement of a record's sender, in the record's transaction. */
export async function recordSender(
  parts: BreakParts,
  tx: DatabaseOrTransaction,
  recordId: string,
  { link, foreign, claim }: JudgedSender,
): Promise<void> {
  if (claim) await claimNames(tx, claim);
  if (link) await recordLink(parts, tx, { ...link, recordId });
  if (foreign) await reportBreak(parts, tx, { ...foreign, recordId }, "foreign-device");
}

/**
 * Adds a record to the chain of its camera in the record's transaction, and reports its problems immediately. A
 * missing record before it is reported later, by `watchChains`. The record is stored in every case.
 */
async function recordLink(parts: BreakParts, tx: DatabaseOrTransaction, link: NewLink): Promise<void> {
  const { isReplay, isFork, isRestart, hasSenderFault } = await addLink(tx, link);
  const { signatureState, isForeign } = link;
  if (isForeign) await reportBreak(parts, tx, link, "foreign-device");
  if (isReplay) await reportBreak(parts, tx, link, "replay");
  if (isFork) await reportBreak(parts, tx, link, "fork");
  if (isRestart) await reportBreak(parts, tx, link, "restart");
  if (signatureState === "missing") await reportBreak(parts, tx, link, "missing-signature");
  if (signatureState === "invalid") await reportBreak(parts, tx, link, "invalid-signature");
  if (!hasSenderFault || isForeign) return;
  for (const fault of await findSenderFaults(tx, link))
    if (signatureState === "signed" || fault.problem === "foreign-device") await reportRestored(parts, tx, fault);
}
