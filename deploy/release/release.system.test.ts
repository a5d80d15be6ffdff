import { execFile, execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { needs, toolAt } from "../testing/needs.ts";
import { buildDeb } from "./build-deb.ts";
import { writeTexts } from "./lay-out.ts";
import { ownPlatform } from "./platforms.ts";
import { cloud, edgeAgent, packageHome, products } from "./product.ts";

let folder = "";
const run = promisify(execFile);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "release-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

test(
  "systemd accepts the unit of the cloud's package, and rates its exposure as low",
  needs("systemd-analyze"),
  async () => {
    const unit = path.join(folder, "inspection-cloud@.service");
    const text = cloud.texts(packageHome(cloud))["share/inspection-cloud@.service"] ?? "";
    // A machine without the package has neither its program nor its user.
    writeFileSync(
      unit,
      text.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`).replace(/^User=.*/m, "User=root"),
    );
    const { stderr } = await run(toolAt("systemd-analyze"), ["verify", "--man=no", unit]).catch((error) => error);
    expect(stderr.split("\n").filter((line: string) => line.includes(folder))).toEqual([]);
    const judge = ["security", "--offline=true", "--no-pager", unit];
    const { stdout } = await run(toolAt("systemd-analyze"), judge).catch((error) => error);
    const exposure = Number(/exposure level[^:]*: ([\d.]+)/.exec(stdout)?.[1]);
    expect(exposure).toBeGreaterThan(0);
    expect(exposure).toBeLessThan(3);
  },
);

test.each(products.map((product) => [product.name, product] as const))(
  "the package of %s has its programs, its command and its scripts in their places",
  needs("dpkg-deb"),
  async (name, product) => {
    const tree = path.join(folder, "tree");
    writeTexts(tree, { "bin/node": "#!/bin/sh\n", ...product.texts(product.home) });
    const file = buildDeb(product, tree, { output: folder, version: "1.2.3", platform: ownPlatform });
    const { stdout: contents } = await run(toolAt("dpkg-deb"), ["--contents", file]);
    expect(contents).toMatch(new RegExp(`^-rwxr-xr-x root/root .* \\./usr/lib/${name}/bin/${name}$`, "m"));
    expect(contents).toContain(`./${product.command} -> /usr/lib/${name}/bin/${name}\n`);
    for (const place of Object.keys(product.copies)) expect(contents).toContain(` ./${place}\n`);
    const control = path.join(folder, "control");
    await run(toolAt("dpkg-deb"), ["--control", file, control]);
    for (const script of ["postinst", "prerm", "postrm"]) await run("sh", ["-n", path.join(control, script)]);
    await run(toolAt("dpkg-deb"), ["--extract", file, path.join(folder, "root")]);
    const installed = await run("grep", ["-rl", "/opt/", path.join(folder, "root/usr")]).catch(({ stdout }) => ({
      stdout,
    }));
    expect(installed.stdout.replace(/^.*share\/README\.md\n/m, "")).toBe("");
  },
);

test("the launcher of the edge agent uses /etc/edge-agent/edge-agent.yaml unless another file is named", () => {
  writeTexts(folder, { ...edgeAgent.texts(edgeAgent.home), "bin/node": '#!/bin/sh\necho "$EDGE_AGENT_CONFIG $2"\n' });
  const elsewhere = path.join(folder, "elsewhere");
  mkdirSync(elsewhere);
  chmodSync(elsewhere, 0o755);
  const start = (env: NodeJS.ProcessEnv) =>
    execFileSync(path.join(folder, "bin/edge-agent"), ["status"], {
      cwd: elsewhere,
      env: { PATH: process.env["PATH"], ...env },
      encoding: "utf8",
    });
  expect(start({})).toBe("/etc/edge-agent/edge-agent.yaml status\n");
  expect(start({ EDGE_AGENT_CONFIG: "/srv/gate.yaml" })).toBe("/srv/gate.yaml status\n");
});
