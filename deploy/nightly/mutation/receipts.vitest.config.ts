import path from "node:path";
import { defineConfig } from "vitest/config";

/** Idempotency tests, with a separate Postgres for each runner. */
export default defineConfig({
  test: {
    root: path.resolve(import.meta.dirname, "../../.."),
    include: ["cloud/src/intake/idempotency.test.ts", "cloud/src/platform/idempotency/request-sha256.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**"],
    setupFiles: [path.resolve(import.meta.dirname, "../../../cloud/src/testing/clean-up-setup.ts")],
    globalSetup: [path.resolve(import.meta.dirname, "../../../cloud/src/testing/test-server.ts")],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
