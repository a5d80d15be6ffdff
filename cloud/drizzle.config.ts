import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: [
    "./src/platform/db/tables.ts",
    "./src/platform/db/evidence-tables.ts",
    "./src/platform/db/device-tables.ts",
    "./src/platform/db/account-tables.ts",
    "./src/platform/db/review-tables.ts",
    "./src/platform/db/event-tables.ts",
    "./src/platform/db/category-map-tables.ts",
    "./src/platform/db/notification-tables.ts",
    "./src/platform/db/fleet-tables.ts",
  ],
  out: "./drizzle",
});
