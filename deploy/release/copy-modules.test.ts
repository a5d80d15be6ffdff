import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { copyModules, findModules } from "./copy-modules.ts";
import { ownPlatform } from "./platforms.ts";
import { cloud } from "./product.ts";

/** A workspace as pnpm installs it: `used` has a dependency and loads another one that it does not declare. */
function installWorkspace(): { workspace: string; app: string } {
  const folder = mkdtempSync(path.join(tmpdir(), "modules-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const workspace = path.join(folder, "workspace");
  const write = (place: string, manifest: object) => {
    mkdirSync(path.join(workspace, place), { recursive: true });
    writeFileSync(path.join(workspace, place, "package.json"), JSON.stringify(manifest));
  };
  const link = (place: string, target: string) => {
    mkdirSync(path.dirname(path.join(workspace, place)), { recursive: true });
    symlinkSync(target, path.join(workspace, place));
  };
  const dependencies = { used: "1.0.0", beside: "1.0.0" };
  // An installation may leave optional modules out.
  write("cloud", { name: "cloud", dependencies, optionalDependencies: { absent: "1.0.0" } });
  const needed: Record<string, object> = { used: { needed: "1.0.0" } };
  for (const name of ["used", "needed", "beside", "ofTests"]) {
    const place = `node_modules/.pnpm/${name}@1.0.0/node_modules/${name}`;
    write(place, { name, version: "1.0.0", dependencies: needed[name] });
    writeFileSync(path.join(workspace, place, "main.js.map"), "");
    link(`node_modules/.pnpm/node_modules/${name}`, `../${name}@1.0.0/node_modules/${name}`);
  }
  link("node_modules/.pnpm/used@1.0.0/node_modules/needed", "../../needed@1.0.0/node_modules/needed");
  for (const name of ["used", "beside"])
    link(`cloud/node_modules/${name}`, `../../node_modules/.pnpm/${name}@1.0.0/node_modules/${name}`);
  return { workspace, app: path.join(folder, "app") };
}

test("a release has the modules of its product, also those that a module loads without declaring them", () => {
  const { workspace, app } = installWorkspace();
  const product = { ...cloud, packages: ["cloud"] as const };
  copyModules({ workspace, platform: ownPlatform, node: "" }, app, product);
  const used = path.join(app, "cloud/node_modules/used");
  expect(readFileSync(path.join(realpathSync(used), "../needed/package.json"), "utf8")).toContain('"needed"');
  const hoisted = (name: string) => existsSync(path.join(app, "node_modules/.pnpm/node_modules", name, "package.json"));
  expect(["beside", "needed", "ofTests"].filter(hoisted)).toEqual(["beside", "needed"]);
  expect(existsSync(path.join(used, "main.js.map"))).toBe(false);
});

test("the modules of a product are found in the order of their names", () => {
  const { workspace } = installWorkspace();
  expect(findModules(workspace, ["cloud"]).map(({ name }) => name)).toEqual(["beside", "needed", "used"]);
});
