import path from "node:path";
import { defineConfig } from "vitest/config";

/** The pure tests of the rules alone, none of which needs Postgres: a mutant costs a second. */
export default defineConfig({
  test: {
    root: path.resolve(import.meta.dirname, "../../.."),
    include: [
      "cloud/src/**/*-rules.test.ts",
      "cloud/src/inspection/record/order-scans.test.ts",
      "edge-agent/src/stations/watch-visits*.test.ts",
    ],
    exclude: ["**/node_modules/**", "**/dist/**"],
    testTimeout: 60_000,
  },
});
