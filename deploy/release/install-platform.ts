import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, copyFileSync, globSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { removeUnused } from "../modules/remove-unused.ts";
import { unusedFiles } from "../modules/unused-files.ts";
import { type Parts, type Platform, nameOf } from "./platforms.ts";
import { pnpmOf } from "./read-package.ts";

/**
 * Node.js for other platforms, as npm's registry has it. The lock file cannot hold these packages: they declare their
 * platform in a form that pnpm does not read, so that every installation would download all of them.
 */
const NODES: Record<string, { version: string; integrity: string }> = {
  "linux-arm64": {
    version: "24.21.0",
    integrity: "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
  },
};

/** The platforms, apart from its own, for which any machine can build a release. */
export const otherPlatforms: readonly string[] = Object.keys(NODES);

/**
 * Installs the parts of a release for another platform into an empty folder, from npm's registry or pnpm's store: the
 * production modules of packages as the lock file pins them, and Node.js.
 */
export function installPlatform(root: string, folder: string, platform: Platform, packages: readonly string[]): Parts {
  const [workspace, node] = [path.join(folder, "workspace"), path.join(folder, "node")];
  installModules(root, workspace, platform, packages);
  installNode(node, platform);
  return { platform, workspace, node };
}

function installModules(root: string, workspace: string, { os, cpu }: Platform, packages: readonly string[]): void {
  const manifests = globSync("{.,*,cloud/*}/package.json", { cwd: root });
  for (const file of [...manifests, "pnpm-lock.yaml", "pnpm-workspace.yaml"]) {
    mkdirSync(path.dirname(path.join(workspace, file)), { recursive: true });
    copyFileSync(path.join(root, file), path.join(workspace, file));
  }
  // In the file and not as options, because the bill of materials is listed by them too.
  const only = `\nsupportedArchitectures: { os: [${os}], cpu: [${cpu}], libc: [glibc] }\n`;
  appendFileSync(path.join(workspace, "pnpm-workspace.yaml"), only);
  const scope = ["--prod", ...packages.flatMap((name) => ["--filter", `@container-inspection/${name}...`])];
  const install = ["install", "--frozen-lockfile", "--ignore-scripts", "--reporter=silent", ...scope];
  execFileSync("npx", ["--yes", pnpmOf(root), ...install], { cwd: workspace, stdio: ["ignore", "inherit", "inherit"] });
  removeUnused(workspace, unusedFiles({ os, cpu }));
}

/** Node.js must be the one that runs here: modules, tests and bill of materials are of its version. */
function installNode(folder: string, platform: Platform): void {
  const name = nameOf(platform);
  const { version, integrity } = NODES[name] ?? {};
  if (version !== process.versions.node)
    throw new Error(
      `no Node.js ${process.versions.node} for ${name} is known: enter its version and integrity in ${import.meta.filename}`,
    );
  mkdirSync(folder, { recursive: true });
  const pack = ["pack", "--silent", "--pack-destination", folder, `node-${name}@${version}`];
  const archive = path.join(folder, execFileSync("npm", pack, { encoding: "utf8" }).trim());
  const found = `sha512-${createHash("sha512").update(readFileSync(archive)).digest("base64")}`;
  if (found !== integrity) throw new Error(`node-${name} ${version} has the integrity ${found}, not ${integrity}`);
  execFileSync("tar", ["-xzf", archive, "-C", folder, "--strip-components=1"]);
  rmSync(archive);
}
