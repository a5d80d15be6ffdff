import path from "node:path";
import { defineConfig } from "vitest/config";

/** A file that records each cleanup and its time; run by clean-up.system.test.ts of the test kit. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["opens.ts"],
    setupFiles: [path.resolve(import.meta.dirname, "../../../cloud/src/testing/clean-up-setup.ts")],
  },
});
