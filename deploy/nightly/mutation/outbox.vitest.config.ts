import path from "node:path";
import { defineConfig } from "vitest/config";

/**
 * The tests of the outbox that run in their own process; what is killed or cut off runs elsewhere, where no mutant is.
 */
export default defineConfig({
  test: {
    root: path.resolve(import.meta.dirname, "../../.."),
    include: [
      "edge-agent/src/outbox/{make-room,open-outbox,settle-record,recovery/check-file,recovery/damage}.test.ts",
      "edge-agent/src/outbox/{carried-records,compose-record,limits,merge-events,number-record}.test.ts",
      "edge-agent/src/outbox/{outbox-error,read-record,read-status,space,store}.test.ts",
      "edge-agent/src/forwarding/{settle-try,start-forwarder,lonely-refusals,pauses}.test.ts",
    ],
    exclude: ["**/node_modules/**", "**/dist/**"],
    testTimeout: 60_000,
  },
});
