import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { needs, toolAt } from "../testing/needs.ts";

const read = (file: string) => readFileSync(path.join(import.meta.dirname, file), "utf8");
const units = path.join(import.meta.dirname, "systemd");
const readme = read("README.md");
const values = new Map(
  [...read("cloud.env.example").matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]),
);

test("systemd accepts the units", needs("systemd-analyze"), async () => {
  const files = readdirSync(units).map((name) => path.join(units, name));
  expect(files).toHaveLength(2);
  // Only a machine that is installed has their programs.
  const { stderr } = await promisify(execFile)(toolAt("systemd-analyze"), ["verify", "--man=no", ...files]).catch(
    (error) => error,
  );
  expect(stderr.split("\n").filter((line: string) => line.includes(units) && !/not executable/.test(line))).toEqual([]);
});

describe("the settings", () => {
  test("are settings of the cloud", () => {
    const known = new Set(
      [...read("../docs/administrator/settings.md").matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name),
    );
    expect([...values.keys()].filter((name) => !known.has(name))).toEqual([]);
  });

  test("have no secret with a default, and the README fills in each one", () => {
    const [, filled = ""] = /for name in ([^;]+); do/.exec(readme) ?? [];
    const empty = [...values].filter(([, value]) => value === "").map(([name]) => name);
    expect(empty.toSorted()).toEqual([...filled.split(" "), "BACKUP_RECIPIENTS"].toSorted());
    expect(values.get("DATABASE_URL")).toContain(":PASSWORD@");
  });
});

test("Prometheus scrapes the ports of the replicas that the README starts, with the project's rules", () => {
  const replicas = [...readme.matchAll(/inspection-cloud@(\d)/g)].map(([, number = ""]) => number);
  const ports = [...new Set(replicas)].toSorted().map((number) => `127.0.0.1:300${number}`);
  expect(read("systemd/inspection-cloud@.service")).toContain("Environment=PORT=300%i");
  const { rule_files: rules, scrape_configs: jobs } = parse(read("prometheus.yml"));
  expect(jobs[0]).toMatchObject({ job_name: "inspection-cloud", static_configs: [{ targets: ports }] });
  expect(rules).toEqual(["/opt/container-inspection/deploy/monitoring/alerts.yaml"]);
});
