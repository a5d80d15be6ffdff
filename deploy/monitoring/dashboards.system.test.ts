import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { stringify } from "yaml";
import { needs, toolAt } from "../testing/needs.ts";
import { buildDashboards } from "./build-dashboards.ts";

const folder = path.join(import.meta.dirname, "dashboards");
const chapter = readFileSync(path.join(import.meta.dirname, "../docs/administrator/logs-and-metrics.md"), "utf8");
const described = new Set(chapter.match(/\b(?:cloud|http)_[a-z_]+/g));

test("the files are those that the code makes: node deploy/monitoring/write-dashboards.ts", () => {
  const files = readdirSync(folder).map((name) => [name, JSON.parse(readFileSync(path.join(folder, name), "utf8"))]);
  expect(Object.fromEntries(files)).toEqual(JSON.parse(JSON.stringify(buildDashboards())));
});

test("the dashboards show every metric that the cloud describes, and no other", () => {
  const shown = JSON.stringify(buildDashboards()).match(/\b(?:cloud|http)_[a-z_]+/g) ?? [];
  const names = new Set(shown.map((name) => name.replace(/_(bucket|count)$/, "")));
  expect([...names].toSorted()).toEqual([...described, "cloud_build_info"].toSorted());
});

test("the queries are valid", needs("promtool"), () => {
  const text = JSON.stringify(buildDashboards());
  const queries = [...text.matchAll(/"expr":("(?:[^"\\]|\\.)*")/g)].map(([, query]) => String(JSON.parse(query ?? "")));
  expect(queries.length).toBeGreaterThan(30);
  const rules = queries.map((query, index) => ({
    record: `query_${index}`,
    expr: query.replaceAll("$__rate_interval", "5m"),
  }));
  const folder = mkdtempSync(path.join(tmpdir(), "dashboards-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, "rules.yaml"), stringify({ groups: [{ name: "queries", rules }] }));
  const { status, stderr } = spawnSync(toolAt("promtool"), ["check", "rules", "rules.yaml"], {
    cwd: folder,
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});
