import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The cloud serves the build under /app/; in development the API is expected on its default port. */
export default defineConfig({
  base: "/app/",
  plugins: [react()],
  server: { proxy: { "/v1": "http://127.0.0.1:3000" } },
});
