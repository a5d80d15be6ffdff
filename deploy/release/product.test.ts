import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { readSettings } from "../../cloud/src/platform/settings/settings.ts";
import { parsePage } from "../read-markdown.ts";
import { cloud, debianFiles, edgeAgent, packageHome, products } from "./product.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const chapter = readFileSync(path.resolve(import.meta.dirname, "../docs/administrator/settings.md"), "utf8");
const texts = cloud.texts(packageHome(cloud));
const settings = texts["share/cloud.env"] ?? "";
const inForce = new Map([...settings.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]));

describe("the cloud's release", () => {
  test("starts its own program, and none of a checkout", () => {
    const [unit = "", command = ""] = ["share/inspection-cloud@.service", "bin/inspection-cloud"].map(
      (it) => texts[it],
    );
    expect(unit).toContain("ExecStart=/usr/lib/inspection-cloud/bin/node app/cloud/src/main.js\n");
    expect(unit).toContain("WorkingDirectory=/usr/lib/inspection-cloud\n");
    expect(command).toContain('"${RELEASE:-/usr/lib/inspection-cloud}/bin/node" app/cloud/src/main.js "$@"');
    expect(`${unit}${command}`).not.toMatch(/\.ts\b|node_modules|\/opt\//);
  });

  test("has settings of the cloud only, with no default for a secret and for no administrator", () => {
    const known = new Set([...chapter.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name));
    const named = [...settings.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = ""]) => name);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
    expect([...inForce].filter(([, value]) => value === "").map(([name]) => name)).toEqual([
      "JWT_SECRET",
      "EDGE_API_KEY",
      "METRICS_TOKEN",
    ]);
    expect([...inForce.keys()].filter((name) => /^(ADMIN|REDIS|AI)_/.test(name))).toEqual([]);
  });

  test("has settings that production accepts once the installation has drawn their secrets", () => {
    const drawn = [...inForce].map(([name, value]) => [name, value === "" ? sha256(name).slice(0, 48) : value]);
    expect(readSettings(Object.fromEntries(drawn))).toMatchObject({
      production: true,
      dataDir: "/var/lib/container-inspection",
      host: "127.0.0.1",
    });
  });
});

test("the edge agent has one place for its configuration, however it was installed", () => {
  const [tarball, deb] = [edgeAgent.home, packageHome(edgeAgent)].map(
    (home) => edgeAgent.texts(home)["bin/edge-agent"],
  );
  expect(tarball).toContain('export EDGE_AGENT_CONFIG="${EDGE_AGENT_CONFIG:-/etc/edge-agent/edge-agent.yaml}"');
  expect(deb).toBe(tarball);
});

test.each([
  ["edge agent", edgeAgent, "technician"],
  ["cloud", cloud, "administrator"],
] as const)(
  "the %s's release has every chapter for its reader, with links to each other only",
  (_, product, reader) => {
    const release = product.texts(product.home);
    const chapters = readdirSync(path.join(import.meta.dirname, "../docs", reader));
    const packed = Object.keys(release).filter((place) => place.startsWith(`share/${reader}/`));
    expect(packed).toEqual(chapters.map((name) => `share/${reader}/${name}`));
    const links = packed.flatMap((place) => parsePage(release[place] ?? "").links);
    expect(links.length).toBeGreaterThan(10);
    const elsewhere = links.filter((href) => !/^(#|https:)/.test(href) && !chapters.includes(href.replace(/#.*/, "")));
    expect(elsewhere).toEqual([]);
  },
);

test("the chapters of a release name the commands of a release, and nothing that only a checkout has", () => {
  const onlyInCheckout = /npm (?:run|start)|\(why\)|Why it works|^\s*\.$|deploy\/demo|node_modules/m;
  for (const product of products) {
    const packed = Object.entries(product.texts(product.home)).filter(([place]) => /^share\/.+\/.+\.md$/.test(place));
    expect(packed.length).toBeGreaterThan(10);
    expect(packed.map(([place, text]) => [place, onlyInCheckout.exec(text)?.[0]]).filter(([, found]) => found)).toEqual(
      [],
    );
  }
  expect(edgeAgent.texts("")["share/technician/one-pass.md"]).toMatch(/^edge-agent run --once$/m);
  expect(texts["share/administrator/commands.md"]).toMatch(/^inspection-cloud migrate\b/m);
  expect(texts["share/administrator/ai-service.md"]).toMatch(/\) edge-agent serve --config/);
});

test.each(["technician", "administrator"])(
  "the chapters for the %s link to decisions as ([why](…)) only, which a release leaves out",
  (reader) => {
    const folder = path.join(import.meta.dirname, "../docs", reader);
    const text = readdirSync(folder)
      .map((name) => readFileSync(path.join(folder, name), "utf8"))
      .join("\n");
    expect(text.match(/\]\(\.\.\/decisions\//g)?.length ?? 0).toBeGreaterThan(3);
    expect(text.replaceAll(/\s+\(\[why\]\(\.\.\/decisions\/[^)]*\)\)/g, "")).not.toContain("](../decisions/");
  },
);

test.each(products.map((product) => [product.name, product] as const))(
  "the package of %s names its version and processor, creates its folders and deletes none",
  (name, product) => {
    const { control = "", ...scripts } = debianFiles(product, "1.2.3", "arm64");
    expect(control).toMatch(new RegExp(`^Package: ${name}\nVersion: 1\\.2\\.3\nArchitecture: arm64\n`));
    expect(Object.keys(scripts)).toEqual(["postinst", "prerm", "postrm"]);
    for (const script of Object.values(scripts)) expect(script).not.toMatch(/\brm\b|userdel|dropdb/);
  },
);

test("the release has every file that its page names or links to", () => {
  const named = [...(texts["share/README.md"] ?? "").matchAll(/\bshare\/[\w.@-]+\w/g)].map(([file]) => file);
  expect(named).toContain("share/haproxy.cfg");
  expect(named.filter((file) => !(file in texts))).toEqual([]);
  expect(parsePage(texts["share/README.md"] ?? "").links.filter((href) => !href.startsWith("#"))).toEqual([]);
});
