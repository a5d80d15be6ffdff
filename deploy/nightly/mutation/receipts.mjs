import { mutationOf } from "./common.mjs";

/** The receipts of edge writes: one effect for each idempotency key. */
export default mutationOf({
  mutate: [
    "cloud/src/platform/idempotency/receipts.ts",
    "cloud/src/platform/idempotency/receipt-store.ts",
    "cloud/src/platform/idempotency/answer-receipt.ts",
    "cloud/src/platform/idempotency/request-sha256.ts",
  ],
  tests: "receipts.vitest.config.ts",
  leastPercent: 85,
});
