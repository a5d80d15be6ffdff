import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";

/** The questions of an upgrade to a release: its version, whether it can use the configuration, and the unit that starts it. */
const launcherOf = (version: string) => `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
case "$1 $2" in
  "--version ") echo ${version} ;;
  "config check") exit 0 ;;
  "service install") printf '[Service]\\nUser=edge-agent\\nExecStart=%s run\\n' "$here/edge-agent" ;;
esac
`;
const MODULES = 12;
const MODULE_BYTES = 9_000;
/** Named by the release after it. */
const PREVIOUS = "previous";

/** Writes a small release into a folder: a launcher, its manifest and modules. */
function layOutRelease(folder: string, version: string): void {
  for (const name of ["bin", "app/edge-agent/src"]) mkdirSync(path.join(folder, name), { recursive: true });
  writeFileSync(path.join(folder, "bin/edge-agent"), launcherOf(version), { mode: 0o755 });
  writeFileSync(path.join(folder, "app/edge-agent/package.json"), JSON.stringify({ version }));
  for (let index = 0; index < MODULES; index += 1) {
    const text = `// module ${index} of ${version}\n`;
    writeFileSync(
      path.join(folder, `app/edge-agent/src/module-${index}.js`),
      text.repeat(Math.ceil(MODULE_BYTES / text.length)),
    );
  }
}

/** Installs a release under a root, with a unit and a link that lead to it. */
export function installRelease(root: string, name: string, version: string): void {
  for (const folder of ["opt", "bin", "etc", "units"]) mkdirSync(path.join(root, folder));
  const folder = path.join(root, "opt", name);
  layOutRelease(folder, version);
  writeFileSync(path.join(root, "etc/edge-agent.yaml"), "");
  symlinkSync(path.join(folder, "bin/edge-agent"), path.join(root, "bin/edge-agent"));
  const unit = execFileSync(path.join(folder, "bin/edge-agent"), ["service", "install", "--print"]);
  writeFileSync(path.join(root, "units/edge-agent.service"), unit);
}

/** Packs a release with its sums, as on a USB stick; returns the tarball. */
export function packRelease(folder: string, version: string): string {
  const name = `edge-agent-${version}-linux-x64`;
  layOutRelease(path.join(folder, name), version);
  const archive = path.join(folder, `${name}.tar.gz`);
  execFileSync("tar", ["-C", folder, "-czf", archive, name]);
  rmSync(path.join(folder, name), { recursive: true });
  const sum = createHash("sha256").update(readFileSync(archive)).digest("hex");
  writeFileSync(path.join(folder, "SHA256SUMS"), `${sum}  ${name}.tar.gz\n`);
  return archive;
}

/** Faults of the release that a unit starts, in a copy of the root; empty where it is whole. */
export function examineUnit(copy: string, root: string, expected: ReadonlyMap<string, string>): string[] {
  const unit = readFileSync(path.join(copy, "units/edge-agent.service"), "utf8");
  const launcher = /^ExecStart=(.+) run$/m.exec(unit)?.[1];
  if (launcher === undefined) return [`the unit starts nothing: ${JSON.stringify(unit)}`];
  return examineRelease(path.dirname(path.dirname(launcher)), { copy, root, expected });
}

/** Faults of the release that a link leads to, in a copy of the root. */
export function examineLink(copy: string, root: string, expected: ReadonlyMap<string, string>): string[] {
  const launcher = readlinkSync(path.join(copy, "bin/edge-agent"));
  return examineRelease(path.dirname(path.dirname(launcher)), { copy, root, expected });
}

/** The name of the folder that a link leads to. */
export const linkedRelease = (root: string): string =>
  path.basename(path.dirname(path.dirname(readlinkSync(path.join(root, "bin/edge-agent")))));

function examineRelease(
  folder: string,
  { copy, root, expected }: { copy: string; root: string; expected: ReadonlyMap<string, string> },
): string[] {
  const found = readTree(path.join(copy, path.relative(root, folder)));
  if (found.size === 0) return [`${folder} does not exist, or is empty`];
  const version = /"version":"([^"]+)"/.exec(found.get("app/edge-agent/package.json") ?? "")?.[1];
  if (version === undefined) return [`${folder} names no version`];
  const names = [...expected.keys()].filter((name) => name.startsWith(`${version}/`));
  if (names.length === 0) return [`${folder} is of the unknown version ${version}`];
  return names
    .filter((name) => found.get(name.slice(version.length + 1)) !== expected.get(name))
    .map((name) => `${name} in ${folder} is missing or has other bytes`);
}

/** The files of whole releases of these versions, by version and name. */
export function expectedFiles(folder: string, versions: readonly string[]): Map<string, string> {
  return new Map(
    versions.flatMap((version) => {
      const place = path.join(folder, `expected-${version}`);
      layOutRelease(place, version);
      return [...readTree(place)].map(([name, text]): [string, string] => [`${version}/${name}`, text]);
    }),
  );
}

function readTree(folder: string): Map<string, string> {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && entry.name !== PREVIOUS);
    return new Map(
      files.map((entry) => {
        const file = path.join(entry.parentPath, entry.name);
        return [path.relative(folder, file), readFileSync(file, "utf8")];
      }),
    );
  } catch {
    return new Map();
  }
}
