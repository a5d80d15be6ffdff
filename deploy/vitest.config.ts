import path from "node:path";
import { defineConfig } from "vitest/config";
import { ClosingLine } from "./closing-line.ts";

const root = path.resolve(import.meta.dirname, "..");

/** All tests of the workspace in one run; the walk tests start real processes and need longer. */
export default defineConfig({
  test: {
    root,
    include: ["{shared-schemas,cloud,edge-agent,deploy}/**/*.test.{ts,tsx}"],
    exclude: ["**/node_modules/**", "**/dist/**"],
    reporters: ["default", new ClosingLine()],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    passWithNoTests: false,
  },
});
