import path from "node:path";
import { build, type Plugin } from "vite";

/** Name of the file in the console's build. */
const FILE = "match-engine.mjs";

/**
 * Builds the match as one file that needs nothing but Node.js: case files hold it, so that anybody can compute their
 * findings again. It is a part of the console's build because that is the one thing that every installation builds.
 */
export const matchEngine: Plugin = {
  name: "match-engine",
  apply: "build",
  async closeBundle() {
    const root = path.resolve(import.meta.dirname, "../..");
    await build({
      configFile: false,
      root,
      logLevel: "warn",
      ssr: { noExternal: true },
      build: {
        ssr: "src/match/engine.ts",
        outDir: path.join(root, "console/dist"),
        emptyOutDir: false,
        target: "node20",
        rolldownOptions: { output: { entryFileNames: FILE, codeSplitting: false } },
      },
    });
  },
};
