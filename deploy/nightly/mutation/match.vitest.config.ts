import path from "node:path";
import { defineConfig } from "vitest/config";

/** The pure tests of the manifest match, which need no Postgres. */
export default defineConfig({
  test: {
    root: path.resolve(import.meta.dirname, "../../.."),
    include: ["cloud/src/match/**/*.test.ts"],
    // Reads the names of the rules from their sources, which mutants are not.
    exclude: ["**/node_modules/**", "**/dist/**", "**/every-rule.test.ts"],
    testTimeout: 60_000,
  },
});
