import { hasCode } from "./error-code.ts";

/** An earlier statement of the transaction failed. */
const TRANSACTION_ABORTED = "25P02";

/**
 * Waits for statements of one transaction that are sent in one go. Where one fails, all after it fail because of it:
 * rejects with the error that began it, by which callers decide whether to try the transaction again.
 */
export async function sendTogether(statements: readonly Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(statements);
  const failures = outcomes.flatMap((outcome): unknown[] => (outcome.status === "rejected" ? [outcome.reason] : []));
  if (failures.length > 0) throw failures.find((error) => !hasCode(error, TRANSACTION_ABORTED)) ?? failures[0];
}
