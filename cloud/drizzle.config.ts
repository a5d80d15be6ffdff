import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: [
    "./src/db/tables.ts",
    "./src/db/evidence-tables.ts",
    "./src/db/device-tables.ts",
    "./src/db/account-tables.ts",
    "./src/db/review-tables.ts",
    "./src/db/event-tables.ts",
    "./src/db/category-map-tables.ts",
    "./src/db/notification-tables.ts",
    "./src/db/fleet-tables.ts",
  ],
  out: "./drizzle",
});
