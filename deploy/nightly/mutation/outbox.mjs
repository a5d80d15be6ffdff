import { mutationOf } from "./common.mjs";

/** The agent's outbox, and what follows from an answer of the cloud. */
export default mutationOf({
  mutate: [
    "edge-agent/src/outbox/{*,recovery/*}.ts",
    "!edge-agent/src/outbox/**/*.test.ts",
    "edge-agent/src/base/sync-path.ts",
    "edge-agent/src/forwarding/settle-try.ts",
  ],
  tests: "outbox.vitest.config.ts",
  leastPercent: 85,
});
