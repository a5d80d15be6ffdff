import path from "node:path";
import { defineConfig } from "vitest/config";

/** The tests of the manifest match. */
export default defineConfig({
  test: {
    root: path.resolve(import.meta.dirname, "../../.."),
    include: ["cloud/src/inspection/matching/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**"],
  },
});
