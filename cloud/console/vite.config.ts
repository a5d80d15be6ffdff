import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { chunkGroups } from "./build/chunks.ts";
import { linguiPlugins } from "./build/lingui-plugins.ts";
import { matchEngine } from "./build/match-engine.ts";

const BASE = "/app/";
const WORKER = "service-worker";

/** Lists the files of the build, which the service worker keeps on phones. */
const listFiles: Plugin = {
  name: "list-files",
  generateBundle(_options, bundle) {
    const files = Object.keys(bundle).filter((file) => file.startsWith("assets/") && !file.endsWith(".map"));
    const source = JSON.stringify(files.toSorted().map((file) => `${BASE}${file}`));
    this.emitFile({ type: "asset", fileName: "files.json", source });
  },
};

/** The cloud serves the build under /app/; in development the API is expected on its default port. */
export default defineConfig({
  base: BASE,
  plugins: [linguiPlugins(), react(), listFiles, matchEngine],
  // Read by bench/script-sizes.ts.
  build: {
    manifest: true,
    // Every browser that can show the styles preloads modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: "index.html", [WORKER]: "worker/service-worker.ts" },
      output: {
        // The address of a service worker never changes.
        entryFileNames: ({ name }) => (name === WORKER ? "[name].js" : "assets/[name]-[hash].js"),
        codeSplitting: { groups: chunkGroups },
      },
      // Schemas that no form uses are left out: to build one has no effect.
      treeshake: { manualPureFunctions: ["z"] },
    },
  },
  server: { proxy: { "/v1": "http://127.0.0.1:3000" } },
});
