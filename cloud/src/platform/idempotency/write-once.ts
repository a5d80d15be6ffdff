import type { Database, DatabaseOrTransaction } from "../db/database.ts";
import type { AppContext } from "../http/context.ts";
import { createdWithEtag, fail, idempotencyKeyOf } from "../http/replies.ts";
import type { DatabaseShelf } from "./receipt-store.ts";
import { findReceipt, type ReceiptOutcome, type ReceiptRequest, withReceipt } from "./receipts.ts";
import { requestSha256 } from "./request-sha256.ts";

/** Text about the key in the description of a user's write. */
export const ONCE_BY_KEY =
  "Under an Idempotency-Key, which belongs to the caller and does not expire, the same request sent again gets the first " +
  "reply, with `Idempotent-Replayed: true`, and has no further effect.";

/** The receipt of a user's write. */
export type UserReceipt = ReceiptRequest<DatabaseOrTransaction>;

/** Ends a transaction in which a write was refused. */
class RefusedError extends Error {}

/** The receipt of a write under the caller's own key. The same key with other `facts` is refused. */
export function receiptOf(
  c: AppContext,
  { shelf, facts, nowMs }: { shelf: DatabaseShelf; facts: Record<string, unknown>; nowMs: number },
): UserReceipt {
  const sent = idempotencyKeyOf(c);
  const key = sent === null ? null : JSON.stringify([c.get("caller").userId, sent]);
  return { key, requestSha256: requestSha256(facts), nowMs, shelf };
}

/**
 * Does the work of a write once for its receipt, and answers 201 with the created resource, even when it repeats the
 * first reply. The work returns the created resource, or the reply that rejects it: a rejection rolls back and leaves
 * no receipt, so the same key may succeed later.
 */
export async function createOnce<Written extends Record<string, unknown> | Response>(
  c: AppContext,
  db: Database,
  receipt: UserReceipt,
  work: (tx: DatabaseOrTransaction) => Promise<Written>,
) {
  let refusal: Extract<Written, Response> | undefined;
  try {
    const outcome = await withReceipt(db, receipt, async (tx) => {
      const written = await work(tx);
      if (isCreated(written)) return written;
      if (isRefusal(written)) refusal = written;
      throw new RefusedError("the write is refused");
    });
    return answerCreated(c, outcome);
  } catch (error) {
    if (!(error instanceof RefusedError && refusal)) throw error;
    // A faster copy of the request may be the cause: its created resource is the reply to both.
    return (await answerAgain<Exclude<Written, Response>>(c, receipt)) ?? refusal;
  }
}

// Two guards: TypeScript does not narrow a type parameter by exclusion.
const isRefusal = <Written>(written: Written): written is Extract<Written, Response> => written instanceof Response;
const isCreated = <Written>(written: Written): written is Exclude<Written, Response> => !isRefusal(written);

/** The answer that the key of a write got before; undefined for a new key, or without one. */
export async function answerAgain<Data extends Record<string, unknown>>(
  c: AppContext,
  receipt: UserReceipt,
): Promise<ReturnType<typeof answerCreated<Data>> | undefined> {
  const first = await findReceipt<Data>(receipt);
  return first && answerCreated(c, first);
}

/** Answers 201 with the ETag of the created resource, or 409 for a key that was used for another request. */
export function answerCreated<Data>(c: AppContext, outcome: ReceiptOutcome<Data>) {
  if (outcome.kind === "key-reused")
    return fail(
      c,
      "IDEMPOTENCY_KEY_REUSED",
      "This Idempotency-Key was used for another request. Send a new key for a new record.",
    );
  if (outcome.replayed) c.header("Idempotent-Replayed", "true");
  return createdWithEtag(c, outcome.data);
}
