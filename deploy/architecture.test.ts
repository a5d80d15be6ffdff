import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");

type Import = { from: string; target: string; typeOnly: boolean };
type Source = { file: string; text: string; imports: Import[] };

const sources = ["shared-schemas/src", "cloud/src", "cloud/client/src", "cloud/console/src", "edge-agent/src"]
  .flatMap((folder) => filesUnder(folder))
  .map(readSource);
const product = sources.filter(({ file }) => !/\.test\.tsx?$|\/testing\/|testing\.ts$|-contract\.ts$/.test(file));
const imports = product.flatMap((source) => source.imports);

describe("packages", () => {
  it("shared-schemas imports zod and nothing else", () => {
    const foreign = importsOf("shared-schemas/").filter(({ target }) => !target.startsWith("shared-schemas/"));
    expect(foreign.filter(({ target }) => target !== "zod")).toEqual([]);
  });

  it("cloud and edge-agent never import each other", () => {
    expect(importsOf("cloud/").filter(({ target }) => /edge-agent/.test(target))).toEqual([]);
    expect(importsOf("edge-agent/").filter(({ target }) => /^cloud\/|inspection\/(cloud|client)/.test(target))).toEqual(
      [],
    );
  });

  it("no import goes round in a circle", () => {
    expect(findCircles()).toEqual([]);
  });
});

describe("the agent's stages", () => {
  const stages = ["cameras", "inference", "tracking", "stations", "outbox", "forwarding"];
  const stageOf = (file: string) => stages.findIndex((stage) => file.startsWith(`edge-agent/src/${stage}/`));

  it("know only types of the stages before them, and nothing of those after", () => {
    const wrong = imports.filter(({ from, target, typeOnly }) => {
      const [here, there] = [stageOf(from), stageOf(target)];
      return here >= 0 && there >= 0 && here !== there && (there > here || !typeOnly);
    });
    expect(wrong).toEqual([]);
  });

  it("know nothing of the commands, the status server and the agent that uses them", () => {
    const above = /^edge-agent\/src\/(cli|agent|config|commands\/|status\/)/;
    expect(imports.filter(({ from, target }) => stageOf(from) >= 0 && above.test(target))).toEqual([]);
  });
});

describe("the cloud's slices", () => {
  const slices = [
    "auth", "invites", "users", "containers", "evidence", "manifests", "scans", "reports", "escalations", "tracking",
    "cameras", "devices", "edge", "edge-devices", "topology", "admin", "audit", "health", "mail", "push", "webhooks", "events", "category-map",
    "retention", "visits",
  ]; // prettier-ignore
  const sliceOf = (file: string) => slices.find((slice) => file.startsWith(`cloud/src/${slice}/`));
  const isRoute = (file: string) => /\bdefineRoute\(/.test(sources.find((source) => source.file === file)?.text ?? "");

  it("every folder of cloud/src is a slice or a known shared part", () => {
    const shared = [
      "http",
      "db",
      "jobs",
      "outbound",
      "ai",
      "storage",
      "images",
      "console",
      "reference",
      "metrics",
      "backup",
      "commands",
      "redis",
    ];
    const folders = readdirSync(path.join(root, "cloud/src"), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    expect(folders.map((folder) => folder.name).filter((name) => ![...slices, ...shared].includes(name))).toEqual([]);
  });

  it("http/ knows no slice", () => {
    expect(imports.filter(({ from, target }) => from.startsWith("cloud/src/http/") && sliceOf(target))).toEqual([]);
  });

  it("never use another slice's routes", () => {
    const wrong = imports.filter(
      ({ from, target }) => sliceOf(from) && isRoute(target) && sliceOf(from) !== sliceOf(target),
    );
    expect(wrong).toEqual([]);
  });

  it("rules use nothing but types and shared-schemas", () => {
    const rules = imports.filter(({ from }) => /^cloud\/src\/.*(-rules|\/rules(\/.*)?)\.ts$/.test(from));
    const wrong = rules.filter(
      ({ target, typeOnly }) =>
        !typeOnly && !target.startsWith("shared-schemas/") && !/rules|category-map/.test(target),
    );
    expect(wrong).toEqual([]);
  });

  it("one route stands in one file", () => {
    const crowded = product.filter(
      ({ text, file }) => file !== "cloud/src/http/define-route.ts" && text.split(/\bdefineRoute\(/).length > 2,
    );
    expect(crowded.map(({ file }) => file)).toEqual([]);
  });
});

describe("one library, one door", () => {
  it.each([
    ["drizzle-orm", /^cloud\/src\/(db\/|.*-store\.ts$)/],
    ["pg", /^cloud\/src\/db\//],
    ["@electric-sql/pglite", /^cloud\/src\/db\//],
    ["pg-boss", /^cloud\/src\/jobs\//],
    ["nodemailer", /^cloud\/src\/mail\//],
    ["openid-client", /^cloud\/src\/auth\//],
    ["ioredis", /^cloud\/src\/redis\//],
    ["prom-client", /^cloud\/src\/metrics\//],
    ["csv-parse", /^cloud\/src\/manifests\/importing\//],
    ["jose", /^cloud\/src\/(auth|push)\//],
    ["@flystorage", /^cloud\/src\/storage\//],
    ["@aws-sdk/client-s3", /^cloud\/src\/storage\//],
    ["better-sqlite3", /^edge-agent\/src\/outbox\//],
    ["undici", /^(edge-agent\/src\/forwarding|cloud\/src\/outbound)\//],
    ["onnxruntime-node", /^edge-agent\/src\/inference\//],
    ["node-av", /^edge-agent\/src\/cameras\//],
    ["ws", /^(cloud\/src\/ai|edge-agent\/src\/ai-service)\//],
  ])("%s", (library, door) => {
    const through = imports.filter(({ target }) => target === library || target.startsWith(`${library}/`));
    expect(through.length).toBeGreaterThan(0);
    expect(through.filter(({ from }) => !door.test(from))).toEqual([]);
  });
});

describe("the outside world", () => {
  const composition =
    /^(cloud\/src\/main\.ts|cloud\/src\/env\.ts|edge-agent\/src\/(cli|agent)\.ts|edge-agent\/src\/cameras\/.*process\.ts)$/;
  it.each([
    ["the environment", /\bprocess\.env\b/],
    ["the clock", /\bDate\.now\(|\bnew Date\(\)/],
    ["signals", /\bprocess\.(on|once)\(\s*["']SIG/],
  ])("%s is read only where the parts are put together", (_what, pattern) => {
    const readers = product.filter(({ file, text }) => !file.startsWith("cloud/console/") && pattern.test(text));
    expect(readers.map(({ file }) => file).filter((file) => !composition.test(file))).toEqual([]);
  });
});

function importsOf(prefix: string): Import[] {
  return imports.filter(({ from }) => from.startsWith(prefix));
}

function filesUnder(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/(^|\/)(node_modules|dist)\//.test(file))
    .map((file) => path.posix.join(folder, file));
}

/** Reads a file's imports; relative ones become paths from the root, our own packages their folder. */
function readSource(file: string): Source {
  const text = readFileSync(path.join(root, file), "utf8");
  const pattern =
    /^(?:import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s+)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/gm;
  const found = [...text.matchAll(pattern)].map(([, type, from, dynamic]) => ({
    from: file,
    target: resolveImport(file, from ?? dynamic ?? ""),
    typeOnly: type !== undefined,
  }));
  return { file, text, imports: found };
}

function resolveImport(file: string, target: string): string {
  if (target.startsWith(".")) return path.posix.join(path.posix.dirname(file), target);
  return target.replace(/^@container-inspection\/shared-schemas/, "shared-schemas/src/index.ts");
}

/** Every circle of imports between files (type imports apart: they vanish when the program runs). */
function findCircles(): string[][] {
  const circles: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, trail: string[]) => {
    if (trail.includes(file)) circles.push([...trail.slice(trail.indexOf(file)), file]);
    if (trail.includes(file) || done.has(file)) return;
    for (const next of product.find((source) => source.file === file)?.imports ?? [])
      if (!next.typeOnly) visit(next.target, [...trail, file]);
    done.add(file);
  };
  for (const { file } of product) visit(file, []);
  return circles;
}
