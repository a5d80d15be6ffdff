import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The cloud serves the build under /app/; in development the API is expected on its default port. */
export default defineConfig({
  base: "/app/",
  plugins: [react()],
  // Read by bench/script-sizes.ts.
  build: {
    manifest: true,
    rolldownOptions: {
      // Schemas that no form uses are left out: to build one has no effect.
      treeshake: { manualPureFunctions: ["z"] },
    },
  },
  server: { proxy: { "/v1": "http://127.0.0.1:3000" } },
});
