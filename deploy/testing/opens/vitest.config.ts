import path from "node:path";
import { defineConfig } from "vitest/config";

/** A file that notes what was closed, and when: run by guarantees/clean-up.test.ts. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["opens.ts"],
    setupFiles: [path.resolve(import.meta.dirname, "../../../cloud/src/guarantees/clean-up-setup.ts")],
  },
});
