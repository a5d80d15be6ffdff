import { hasCode } from "./error-code.ts";

/** An earlier statement of the transaction failed. */
const TRANSACTION_ABORTED = "25P02";

/**
 * Waits for statements of one transaction that are sent in one go, and returns their results. Where one fails, all
 * after it fail because of it: rejects with the error that began it, by which callers decide whether to try the
 * transaction again.
 */
export async function sendTogether<const Statements extends readonly unknown[]>(
  statements: Statements,
): Promise<{ -readonly [At in keyof Statements]: Awaited<Statements[At]> }> {
  const outcomes = await Promise.allSettled(statements);
  const failures = outcomes.flatMap((outcome): unknown[] => (outcome.status === "rejected" ? [outcome.reason] : []));
  if (failures.length > 0) throw failures.find((error) => !hasCode(error, TRANSACTION_ABORTED)) ?? failures[0];
  const results = outcomes.map((outcome) => (outcome.status === "fulfilled" ? outcome.value : undefined));
  // Each is the result of the statement at its place.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return results as { -readonly [At in keyof Statements]: Awaited<Statements[At]> };
}
