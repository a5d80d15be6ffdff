import { mutationOf } from "./common.mjs";

/** The receipts of edge writes: one effect for each idempotency key. */
export default mutationOf({
  mutate: ["cloud/src/edge/receipt-store.ts", "cloud/src/edge/answer-receipt.ts", "cloud/src/edge/request-sha256.ts"],
  tests: "receipts.vitest.config.ts",
  leastPercent: 85,
});
