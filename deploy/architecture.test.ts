import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { findCircles, findKnots } from "./find-knots.ts";
import { filesUnder, type Import, isProduct, readSource, readSources } from "./read-imports.ts";

const root = path.resolve(import.meta.dirname, "..");

const sources = readSources();
const product = sources.filter(isProduct);
const imports = product.flatMap((source) => source.imports);

describe("packages", () => {
  test("shared-schemas imports zod and nothing else, except where both programs open their traces", () => {
    const foreign = importsOf("shared-schemas/").filter(({ target }) => !target.startsWith("shared-schemas/"));
    const others = foreign.filter(({ target }) => target !== "zod").map(({ from }) => from);
    expect([...new Set(others)]).toEqual(["shared-schemas/src/telemetry.ts"]);
  });

  test("cloud and edge-agent never import each other", () => {
    expect(importsOf("cloud/").filter(({ target }) => /edge-agent/.test(target))).toEqual([]);
    expect(importsOf("edge-agent/").filter(({ target }) => /^cloud\/|inspection\/(cloud|client)/.test(target))).toEqual(
      [],
    );
  });

  test("the technician's page loads its own files and its libraries; from the agent it knows types", () => {
    const loaded = importsOf("edge-agent/page/").filter(({ typeOnly }) => !typeOnly);
    expect(loaded.length).toBeGreaterThan(0);
    expect(loaded.filter(({ target }) => !/^(edge-agent\/page\/|preact$|preact\/hooks$|htm$)/.test(target))).toEqual(
      [],
    );
  });

  test("the demonstration starts programs and imports none of their code", () => {
    const demo = filesUnder("deploy/demo").filter((file) => !file.endsWith(".test.ts"));
    const outside = demo
      .flatMap((file) => readSource(file).imports)
      .filter(({ target }) => /^(cloud|edge-agent|shared-schemas)\/|inspection\//.test(target));
    expect(outside).toEqual([]);
  });

  test("are installed for the Node.js that runs them, whichever one installs them", () => {
    const [manifest, workspace] = ["package.json", "pnpm-workspace.yaml"].map((file) =>
      readFileSync(path.join(root, file)),
    );
    const { devDependencies } = JSON.parse(String(manifest));
    expect(String(workspace)).toContain(`\nnodeVersion: ${devDependencies.node}\n`);
  });

  test("no import goes round in a circle", () => {
    expect(findCircles(product)).toEqual([]);
  });
});

test("comments fit in 120 columns", () => {
  const isComment = /^\s*(?:\*|\/\/|\/\*\*)\s/;
  const isDirective = /Stryker disable|oxlint-disable/;
  const wide = sources.flatMap(({ file, text }) =>
    text.split("\n").flatMap((line, index) => {
      const fits = line.length <= 120 || !isComment.test(line) || isDirective.test(line);
      return fits || file.endsWith("client/src/schema.ts") ? [] : [`${file}:${index + 1}`];
    }),
  );
  expect(wide).toEqual([]);
});

describe("the agent's rooms", () => {
  // Entries of edge-agent/src from the top to the bottom: each imports only itself and what is below it.
  const above = "cli.ts main.ts commands agent.ts page status composition care lanes ai-service config";
  const order = `${above} stations tracking inference reading cameras forwarding outbox base`.split(" ");
  const placeOf = (file: string) => order.indexOf(/^edge-agent\/src\/([^/]+)/.exec(file)?.[1] ?? "");
  const inside = imports.filter(({ from, target }) => placeOf(from) >= 0 && placeOf(target) >= 0);

  test("are all named here, each have a README, and only the program lies beside them", () => {
    expect(readdirSync(path.join(root, "edge-agent/src")).toSorted()).toEqual(order.toSorted());
    const without = order.filter((room) => !existsSync(path.join(root, "edge-agent/src", room, "README.md")));
    expect(without).toEqual(["cli.ts", "main.ts", "agent.ts"]);
  });

  test("use only the rooms below them, for values and for types", () => {
    expect(inside.filter(({ from, target }) => placeOf(target) < placeOf(from))).toEqual([]);
    const between = inside.filter(({ from, target }) => placeOf(target) !== placeOf(from));
    const arrows = new Set(between.map(({ from, target }) => `${placeOf(from)} -> ${placeOf(target)}`));
    console.info(`edge-agent/src: ${order.length} rooms, ${arrows.size} arrows between them, none up`);
    expect(arrows.size).toBeLessThanOrEqual(92);
  });

  test("have no two folders that import each other in a circle, by value", () => {
    expect(order.flatMap((room) => findKnots(`edge-agent/src/${room}`, imports))).toEqual([]);
  });
});

describe("the agent's stages", () => {
  const stages = ["cameras", "inference", "tracking", "stations", "outbox", "forwarding"];
  const stageOf = (file: string) => stages.findIndex((stage) => file.startsWith(`edge-agent/src/${stage}/`));

  test("know only types of the stages before them, and nothing of those after", () => {
    const wrong = imports.filter(({ from, target, typeOnly }) => {
      const [here, there] = [stageOf(from), stageOf(target)];
      return here >= 0 && there >= 0 && here !== there && (there > here || !typeOnly);
    });
    expect(wrong).toEqual([]);
  });

  test("never load ONNX Runtime into the main thread: its workers compute, and it delivers and answers", () => {
    const loads = (file: string) => imports.filter(({ from, typeOnly }) => from === file && !typeOnly);
    const reached = new Set(["edge-agent/src/cli.ts"]);
    for (const file of reached) for (const { target } of loads(file)) reached.add(target);
    expect(reached).toContain("edge-agent/src/inference/inference-pool.ts");
    expect(reached).not.toContain("onnxruntime-node");
  });
});

describe("the cloud's rooms", () => {
  // From the top to the bottom: a room imports only itself and rooms below it.
  const order = ["operations", "intake", "fleet", "inspection", "match", "people", "notices", "journal", "platform"];
  const roomOf = (file: string) => /^cloud\/src\/([^/]+)\//.exec(file)?.[1];
  const fromRooms = imports.filter(({ from }) => order.includes(roomOf(from) ?? ""));
  const textOf = new Map(sources.map(({ file, text }) => [file, text]));
  /** Files with the functions that define routes, which are no routes themselves. */
  const DEFINES = new Set(["cloud/src/platform/http/define-route.ts", "cloud/src/intake/define-ingest.ts"]);
  const isRoute = (file: string) =>
    !DEFINES.has(file) && /\bdefine(?:Route|Ingest)(?:<[^(]*>)?\(/.test(textOf.get(file) ?? "");

  test("are all named here, beside the suites of guarantees/ and the test kit of testing/", () => {
    const entries = readdirSync(path.join(root, "cloud/src"), { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    expect(folders.toSorted()).toEqual([...order, "guarantees", "testing"].toSorted());
  });

  test("use only the rooms below them, for values and for types", () => {
    const below = (file: string) => order.indexOf(roomOf(file) ?? "");
    const wrong = fromRooms.filter(
      ({ from, target }) => target.startsWith("cloud/src/") && below(target) < below(from),
    );
    expect(wrong).toEqual([]);
  });

  test("each have a README", () => {
    const missing = order.filter((room) => !existsSync(path.join(root, "cloud/src", room, "README.md")));
    expect(missing).toEqual([]);
  });

  test("name a route in the room's table and nowhere else", () => {
    const wrong = imports.filter(
      ({ from, target, typeOnly }) => isRoute(target) && !typeOnly && from !== `cloud/src/${roomOf(target)}/routes.ts`,
    );
    expect(wrong).toEqual([]);
  });

  test("have no two folders that import each other in a circle, by value", () => {
    const knots = ["cloud/console/src", ...order.map((room) => `cloud/src/${room}`)].flatMap((room) =>
      findKnots(room, imports).map((knot) => [room, ...knot]),
    );
    expect(knots).toEqual([]);
  });

  test("rules use nothing but types and shared-schemas", () => {
    const rules = imports.filter(({ from }) => /^cloud\/src\/.*(-rules|\/rules(\/.*)?)\.ts$/.test(from));
    const wrong = rules.filter(
      ({ target, typeOnly }) =>
        !typeOnly &&
        !target.startsWith("shared-schemas/") &&
        !target.startsWith("cloud/src/match/") &&
        !target.endsWith("-rules.ts"),
    );
    expect(wrong).toEqual([]);
  });

  test("the match imports itself, shared-schemas and pure libraries, and its tests no other room either", () => {
    const match = sources.filter(({ file }) => file.startsWith("cloud/src/match/"));
    const may = /^(cloud\/src\/match|shared-schemas)\/|^(zod|damerau-levenshtein)$/;
    const testsMay = /^(vitest|fast-check|node:fs|node:path)$/;
    const foreign = match
      .flatMap((source) => source.imports)
      .filter(({ from, target }) => !may.test(target) && !(from.endsWith(".test.ts") && testsMay.test(target)));
    expect(match.length).toBeGreaterThan(100);
    expect(foreign).toEqual([]);
  });

  test("the rules of the match take every value from their rule set, none from the bundled one", () => {
    const rules = imports.filter(({ from }) => from.startsWith("cloud/src/match/rules/"));
    expect(rules.length).toBeGreaterThan(50);
    expect(rules.filter(({ target }) => target.includes("/bundled"))).toEqual([]);
  });

  test("define one route per file", () => {
    const crowded = product.filter(
      ({ text, file }) => !DEFINES.has(file) && text.split(/\bdefine(?:Route|Ingest)\(/).length > 2,
    );
    expect(crowded.map(({ file }) => file)).toEqual([]);
  });
});

describe("the outside world", () => {
  const inBrowser = /^(cloud\/console|edge-agent\/page)\//;
  const composition =
    /^(cloud\/src\/main\.ts|cloud\/src\/platform\/settings\/settings\.ts|edge-agent\/src\/(cli|main)\.ts|edge-agent\/src\/cameras\/.*process\.ts|edge-agent\/src\/inference\/inference-worker\.ts)$/;
  test.each([
    ["the environment", /\bprocess\.env\b/],
    ["the clock", /\bDate\.now\(|\bnew Date\(\)/],
    ["signals", /\bprocess\.(on|once)\(\s*["']SIG/],
  ])("%s is read only where the parts are put together", (_what, pattern) => {
    const readers = product.filter(({ file, text }) => !inBrowser.test(file) && pattern.test(text));
    expect(readers.map(({ file }) => file).filter((file) => !composition.test(file))).toEqual([]);
  });

  test("the monotonic clock is handed to every part of the agent", () => {
    const readers = product.filter(
      ({ file, text }) => file.startsWith("edge-agent/") && /\bperformance\.now\(/.test(text),
    );
    expect(readers.map(({ file }) => file).filter((file) => !composition.test(file))).toEqual([]);
  });

  test("randomness is handed in; only what makes secrets and identifiers draws its own", () => {
    const drawn = /\bMath\.random\b|\brandom(?:Bytes|UUID|Int|FillSync)\(|\bgetRandomValues\(/;
    const places = product.filter(({ file, text }) => !inBrowser.test(file) && drawn.test(text));
    const drawers = places.map(({ file }) => file).filter((file) => !composition.test(file));
    const allowed = [
      "shared-schemas/src/object-id.ts",
      // Secrets, passwords and the codes and tokens of links.
      "cloud/src/fleet/edge-devices/edge-key.ts",
      "cloud/src/fleet/edge-devices/join-code.ts",
      "cloud/src/notices/webhooks/signing-secret.ts",
      "cloud/src/people/auth/link-token.ts",
      "cloud/src/people/auth/passwords.ts",
      "cloud/src/people/second-factors/recovery-codes.ts",
      "cloud/src/platform/settings/secret-seal.ts",
      "cloud/src/platform/settings/kept-secrets.ts",
      // The client's half of a Digest answer, the id of a probe, and the nonce of WS-UsernameToken.
      "edge-agent/src/cameras/http-authorization.ts",
      "edge-agent/src/cameras/onvif/probe.ts",
      "edge-agent/src/cameras/onvif/read-device.ts",
      // Which copies are compared, the wait between two looks at a lock, an id that no job has, and bytes that no file
      // system can compress.
      "cloud/src/operations/commands/picture-backup.ts",
      "cloud/src/platform/db/lock-folder.ts",
      "cloud/src/platform/jobs/jobs.ts",
      "edge-agent/src/outbox/ballast.ts",
      // Sessions, salts and passwords of the technician's page.
      "edge-agent/src/page/draw-secret.ts",
    ];
    expect(drawers.toSorted()).toEqual(allowed.toSorted());
  });
});

function importsOf(prefix: string): Import[] {
  return imports.filter(({ from }) => from.startsWith(prefix));
}
