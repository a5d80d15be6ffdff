// Writes the dashboards: node deploy/monitoring/write-dashboards.ts
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { buildDashboards } from "./build-dashboards.ts";

const folder = path.join(import.meta.dirname, "dashboards");
mkdirSync(folder, { recursive: true });
for (const [name, dashboard] of Object.entries(buildDashboards()))
  writeFileSync(path.join(folder, name), `${JSON.stringify(dashboard, null, 2)}\n`);
