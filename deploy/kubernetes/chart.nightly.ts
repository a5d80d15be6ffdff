// The chart without a cluster: Helm is built from its source, kubernetes-validate installed from PyPI, both under .cache.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";

const HELM = "helm.sh/helm/v3/cmd/helm@v3.22.0";
const VALIDATE = "kubernetes-validate==1.37.0";
/** The oldest release that the chart accepts, and the newest that has schemas. */
const KUBERNETES = ["1.29", "1.37"];

const root = path.resolve(import.meta.dirname, "../..");
const cache = path.join(root, ".cache/kubernetes");
const helm = path.join(cache, "helm");
const chart = path.join(import.meta.dirname, "container-inspection");
const values = path.join(import.meta.dirname, "values");

type Container = { image: string; args?: string[]; env: { name: string; value?: string }[] };
type Pod = { spec: { containers: Container[]; terminationGracePeriodSeconds?: number; volumes: object[] } };
type Resource = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; annotations?: Record<string, string> };
  spec: { replicas?: number; template: Pod; jobTemplate?: { spec: { template: Pod } } };
  data?: Record<string, string>;
};

function run(program: string, args: readonly string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: "utf8",
    env: { ...process.env, ...env },
    maxBuffer: 64 * 1024 * 1024,
  });
  const output = `${stdout}${stderr}${error?.message ?? ""}`;
  return { stdout, output, failure: status === 0 ? undefined : output };
}

function install(program: string, args: readonly string[], env: Record<string, string> = {}): void {
  const { failure } = run(program, args, env);
  if (failure !== undefined) throw new Error(`${program} ${args.join(" ")} failed: ${failure}`);
}

beforeAll(() => {
  if (!existsSync(helm)) install("go", ["install", HELM], { GOBIN: cache });
  if (existsSync(path.join(cache, "bin/kubernetes-validate"))) return;
  install("python3", ["-m", "venv", cache]);
  install(path.join(cache, "bin/pip"), ["install", "--quiet", VALIDATE]);
}, 30 * 60_000);

/** A Helm that is built from its module assumes an old Kubernetes unless it is given one. */
const render = (...args: string[]) =>
  run(helm, [
    "template",
    "inspection",
    chart,
    "--namespace=inspection",
    `--kube-version=${KUBERNETES.at(-1)}.0`,
    ...args,
  ]);

/** The objects that the chart makes of these values. */
function resources(...args: string[]): Resource[] {
  const { stdout, failure } = render(...args);
  if (failure !== undefined) throw new Error(failure);
  return parseAllDocuments(stdout)
    .map((document): Resource | null => document.toJS())
    .filter((resource) => resource !== null);
}

function find(all: readonly Resource[], kind: string, name: string): Resource {
  const found = all.find((resource) => resource.kind === kind && resource.metadata.name === `inspection-${name}`);
  if (!found) throw new Error(`the chart made no ${kind} ${name}`);
  return found;
}

/** The settings of the only container of a pod. */
function settingsOf({ spec }: Resource): Record<string, string | undefined> {
  return Object.fromEntries((spec.template.spec.containers[0]?.env ?? []).map(({ name, value }) => [name, value]));
}

const examples = readdirSync(values);

describe.each(["its own values", ...examples])("the chart with %s", (file) => {
  const args = file.endsWith(".yaml") ? ["--values", path.join(values, file)] : [];

  test("passes Helm's linter", () => {
    expect(run(helm, ["lint", "--strict", chart, ...args]).failure).toBeUndefined();
  });

  test.each(KUBERNETES)("makes objects that Kubernetes %s accepts", (version) => {
    const folder = mkdtempSync(path.join(tmpdir(), "chart-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    // The Prometheus Operator's kinds have no schemas there.
    const known = resources(...args).filter(({ apiVersion }) => !apiVersion.startsWith("monitoring.coreos.com/"));
    expect(known.length).toBeGreaterThan(4);
    const files = known.map((resource, index) => {
      const name = path.join(folder, `${index}-${resource.kind}.json`);
      writeFileSync(name, JSON.stringify(resource));
      return name;
    });
    const validated = run(path.join(cache, "bin/kubernetes-validate"), ["--strict", "-k", version, ...files]);
    expect(validated.failure).toBeUndefined();
  });

  test("gives every container a read-only root, no privileges, and limits", () => {
    const pods = resources(...args).flatMap(({ spec }) => spec?.template ?? spec?.jobTemplate?.spec.template ?? []);
    expect(pods.length).toBeGreaterThan(1);
    for (const { spec } of pods) {
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
      });
      for (const container of spec.containers)
        expect(container).toMatchObject({
          resources: { limits: { memory: expect.anything() } },
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ["ALL"] },
          },
        });
    }
  });
});

describe("the cloud's settings", () => {
  test("reach the service and the migration as texts, with those of the chart", () => {
    const all = resources(
      "--set",
      "settings.TRACKING_RETENTION_DAYS=1000000",
      "--set-string",
      "settings.MAIL_FROM=A & B",
    );
    const expected = {
      NODE_ENV: "production",
      TRUSTED_PROXY_HOPS: "1",
      TRACKING_RETENTION_DAYS: "1000000",
      MAIL_FROM: "A & B",
    };
    expect(settingsOf(find(all, "Deployment", "cloud"))).toMatchObject(expected);
    const migrate = find(all, "Job", "migrate");
    expect(settingsOf(migrate)).toMatchObject(expected);
    expect(migrate.spec.template.spec.containers[0]?.args).toEqual(["migrate"]);
    expect(migrate.metadata.annotations).toMatchObject({ "helm.sh/hook": "pre-install,pre-upgrade,pre-rollback" });
  });

  test("list all AI services", () => {
    const aiOf = (...args: string[]) => settingsOf(find(resources(...args), "Deployment", "cloud"))["AI_SERVICE_URL"];
    const inside = "ws://inspection-ai.inspection.svc:8092";
    expect(aiOf()).toBeUndefined();
    expect(aiOf("--set", "ai.enabled=true")).toBe(inside);
    expect(aiOf("--set", "ai.addresses={wss://a,wss://b}")).toBe("wss://a,wss://b");
    expect(aiOf("--set", "ai.enabled=true,ai.addresses={wss://a}")).toBe(`${inside},wss://a`);
  });

  test("extend the time that a stopping replica has", () => {
    const graceOf = (...args: string[]) =>
      find(resources(...args), "Deployment", "cloud").spec.template.spec.terminationGracePeriodSeconds;
    expect(graceOf()).toBe(30);
    expect(graceOf("--set", "settings.DRAIN_DELAY_SECONDS=60")).toBe(85);
  });
});

describe("backups of pictures", () => {
  const jobOf = (all: readonly Resource[], name: string) =>
    find(all, "CronJob", name).spec.jobTemplate?.spec.template.spec.containers[0]?.args;

  test("copy to the target and verify the copies, with the settings of the service", () => {
    const target = "s3://copies/pictures?region=eu-west-1";
    const all = resources("--set", `backup.enabled=true,backup.target=${target},backup.verifyPercent=5`);
    expect(jobOf(all, "backup-pictures")).toEqual(["backup-pictures", target]);
    expect(jobOf(all, "verify-pictures")).toEqual(["verify-pictures", target, "--percent", "5"]);
    expect(find(all, "CronJob", "backup-pictures").spec).toMatchObject({ concurrencyPolicy: "Forbid" });
  });

  test("read the volume that holds the pictures, where they are files", () => {
    const set = "backup.enabled=true,backup.target=/backups,data.persistent=true,replicas=1";
    const { spec } = find(resources("--set", set), "CronJob", "backup-pictures");
    expect(spec.jobTemplate?.spec.template.spec.volumes).toContainEqual({
      name: "data",
      persistentVolumeClaim: { claimName: "inspection-data" },
    });
  });

  test("need a target", () => {
    expect(render("--set", "backup.enabled=true").failure).toContain("backup.target names where");
  });
});

describe("values that would lose pictures or never start", () => {
  test.each([
    ["settings.STORAGE_URL=file", "pictures would be lost"],
    ["data.persistent=true", "several replicas cannot share"],
    ["data.persistent=true,replicas=1,autoscaling.enabled=true", "several replicas cannot share"],
  ])("%s is refused", (set, reason) => {
    expect(render("--set", set).failure).toContain(reason);
  });

  test("one replica or a volume of several nodes is accepted", () => {
    for (const set of ["data.persistent=true,replicas=1", "data.persistent=true,data.accessModes={ReadWriteMany}"])
      expect(render("--set", set).failure).toBeUndefined();
  });
});

test("the configuration of the AI service passes the agent's own check", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "chart-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "edge-agent.yaml");
  const config = find(resources("--set", "ai.enabled=true"), "ConfigMap", "ai").data?.["edge-agent.yaml"] ?? "";
  writeFileSync(file, config);
  const checked = run(process.execPath, [
    path.join(root, "edge-agent/src/cli.ts"),
    "config",
    "check",
    "--offline",
    "--config",
    file,
  ]);
  expect(checked.failure).toBeUndefined();
});

test("Prometheus gets the token of /metrics and the alert rules, Grafana the dashboards", () => {
  const enabled = "serviceMonitor.enabled=true,prometheusRule.enabled=true,dashboards.enabled=true";
  const all = resources("--set", enabled);
  expect(find(all, "ServiceMonitor", "cloud").spec).toMatchObject({
    endpoints: [{ port: "http", path: "/metrics", authorization: { credentials: { key: "METRICS_TOKEN" } } }],
  });
  const monitoring = path.join(import.meta.dirname, "../monitoring");
  const rules: unknown = parse(readFileSync(path.join(monitoring, "alerts.yaml"), "utf8"));
  expect(find(all, "PrometheusRule", "cloud").spec).toEqual(rules);
  const dashboards = find(all, "ConfigMap", "dashboards").data ?? {};
  expect(Object.keys(dashboards)).toEqual(readdirSync(path.join(monitoring, "dashboards")));
  for (const [name, text] of Object.entries(dashboards))
    expect(JSON.parse(text)).toEqual(JSON.parse(readFileSync(path.join(monitoring, "dashboards", name), "utf8")));
});
