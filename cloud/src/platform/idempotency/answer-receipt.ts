import { idempotencyKey } from "@container-inspection/shared-schemas/edge";
import { z } from "zod";
import type { AppContext } from "../http/context.ts";
import { fail, okEdge } from "../http/replies.ts";
import type { ReceiptOutcome } from "./receipts.ts";

/** The headers of an edge write. */
export const idempotencyHeaders = z.object({ "idempotency-key": idempotencyKey.optional() });

/**
 * Answers an edge write from its receipt: 200, with `Idempotent-Replayed: true` for a first reply given again, or 409.
 */
export function answerReceipt<Data>(c: AppContext, outcome: ReceiptOutcome<Data>) {
  if (outcome.kind === "key-reused")
    return fail(
      c,
      "IDEMPOTENCY_KEY_REUSED",
      "This Idempotency-Key was used for another request. Send a new key for a new record.",
    );
  if (outcome.replayed) c.header("Idempotent-Replayed", "true");
  return okEdge(c, outcome.data);
}
