import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { needs, toolAt } from "../testing/needs.ts";

const here = import.meta.dirname;
const read = (file: string) => readFileSync(path.join(here, file), "utf8");
const promtool = (...args: string[]) => spawnSync(toolAt("promtool"), args, { cwd: here, encoding: "utf8" });

type Rule = { alert: string; expr: string; labels: { severity: string } };
const { groups } = parse(read("alerts.yaml")) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap(({ rules }) => rules);
const alerts = rules.map(({ alert }) => alert);
/** Metrics that the chapter describes. */
const metrics = new Set(read("../docs/administrator/logs-and-metrics.md").match(/\b(?:cloud|http)_[a-z_]+/g));
const metricsOf = (text: string) =>
  [...text.matchAll(/\b(?:cloud|http|process|nodejs)_[a-z0-9_]+/g)].map(([name]) =>
    name.replace(/_(bucket|count)$/, ""),
  );

describe("the alert rules", () => {
  test("use metrics that the cloud has", () => {
    const used = rules.flatMap(({ expr }) => metricsOf(expr));
    expect(used).toContain("cloud_database_up");
    expect(used.filter((name) => !metrics.has(name) && name !== "nodejs_eventloop_lag_p99_seconds")).toEqual([]);
  });

  test("have an entry in the runbook each, in the order of the rules", () => {
    const entries = [...read("README.md").matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
    expect(entries).toEqual(alerts);
  });

  test("are all seen firing by a test", () => {
    const tested = [...read("alerts.test.yaml").matchAll(/alertname="(\w+)"/g)].map(([, name]) => name ?? "");
    expect([...new Set(tested)].toSorted()).toEqual(alerts.toSorted());
  });

  test("pass promtool and their own tests", needs("promtool"), () => {
    for (const command of [
      ["check", "rules", "alerts.yaml"],
      ["test", "rules", "alerts.test.yaml"],
    ]) {
      const { status, stdout, stderr } = promtool(...command);
      expect({ status, output: status === 0 ? "" : `${stdout}${stderr}` }).toEqual({ status: 0, output: "" });
    }
  });
});

describe("the example of Alertmanager", () => {
  const example = parse(read("alertmanager.yaml"));
  const equalTo = (matcher: string) => /="(\w+)"$/.exec(matcher)?.[1] ?? "";

  test("sends each severity to a separate receiver, which exists", () => {
    const routes: { matchers: string[]; receiver: string }[] = example.route.routes;
    const routed = routes.flatMap(({ matchers }) => matchers.map(equalTo));
    expect(routed.toSorted()).toEqual([...new Set(rules.map(({ labels }) => labels.severity))].toSorted());
    const receivers = example.receivers.map(({ name }: { name: string }) => name);
    expect(routes.map(({ receiver }) => receiver).toSorted()).toEqual(receivers.toSorted());
    expect(receivers).toContain(example.route.receiver);
  });

  test("inhibits alerts that the rules have", () => {
    const inhibited = example.inhibit_rules.flatMap(
      (rule: { source_matchers: string[]; target_matchers: string[] }) => [
        ...rule.source_matchers.map(equalTo),
        ...rule.target_matchers.map(equalTo),
      ],
    );
    expect(inhibited).toEqual(["CloudDown", "CloudReplicaDown"]);
    expect(alerts).toEqual(expect.arrayContaining(inhibited));
  });
});
