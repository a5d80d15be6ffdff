import path from "node:path";
import { defineConfig } from "vitest/config";

/** Outbox tests that run in their own process; tests that kill or interrupt one run elsewhere, without mutants. */
export default defineConfig({
  test: {
    root: path.resolve(import.meta.dirname, "../../.."),
    include: [
      "edge-agent/src/outbox/**/*.test.ts",
      "edge-agent/src/forwarding/{settle-try,start-forwarder,lonely-refusals,pauses}.test.ts",
    ],
    exclude: ["**/node_modules/**", "**/dist/**", "edge-agent/src/outbox/kill.system.test.ts"],
    testTimeout: 60_000,
  },
});
