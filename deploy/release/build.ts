// node deploy/release/build.ts [FOLDER] [--platform PLATFORM]...: the release of the edge agent for each platform, as a
// tarball that needs nothing but the C library: Node.js itself, the agent as JavaScript, its production modules, a bill
// of materials (CycloneDX), the licences of all parts, and SHA-256 sums over all platforms. For its own platform, the
// default, it is built offline, from what is installed; the parts for linux-arm64 come from npm's registry. Where
// dpkg-deb is installed, the same as a Debian package.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash, sign } from "node:crypto";
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readOptions } from "../read-options.ts";
import { copyModules, type InstalledModule } from "./copy-modules.ts";
import { readPackage } from "./read-package.ts";
import { buildDeb } from "./build-deb.ts";
import { composeNotices, writeBom } from "./describe-modules.ts";
import { installPlatform, otherPlatforms } from "./install-platform.ts";
import { nameOf, ownPlatform, type Parts } from "./platforms.ts";

const root = path.resolve(import.meta.dirname, "../..");
const { version } = readPackage(path.join(root, "edge-agent"));
const options = { platform: { type: "string", multiple: true } } as const;
const { values, positionals } = readOptions({ options, allowPositionals: true });
const output = path.resolve(positionals[0] ?? path.join(root, "dist"));
const platforms = values.platform ?? [nameOf(ownPlatform)];
const known = [...new Set([nameOf(ownPlatform), ...otherPlatforms])];
const unknown = platforms.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown platform: ${unknown.join(", ")}. The platforms are: ${known.join(", ")}`);
  process.exit(2);
}

const LAUNCHER = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
exec "$here/node" "$here/../app/edge-agent/src/cli.js" "$@"
`;

/** Compiles the agent into a folder; the result is the same for every platform. */
function compile(folder: string): string {
  execFileSync("tsc", ["-p", path.join(root, "deploy/images"), "--outDir", folder], { stdio: "inherit" });
  return folder;
}

/** Installs the parts for a platform; for this one, everything is installed. */
function findParts(name: string): Parts {
  if (name === nameOf(ownPlatform))
    return { platform: ownPlatform, workspace: root, node: path.resolve(process.execPath, "../..") };
  const [os = "", cpu = ""] = name.split("-");
  return installPlatform(root, path.join(work, `${name}-parts`), { os, cpu });
}

/** Lays the release out in a folder, which the tarball then contains. */
function layOut(folder: string, built: string, parts: Parts): void {
  const [app, bin] = [path.join(folder, "app"), path.join(folder, "bin")];
  for (const each of ["edge-agent", "shared-schemas"]) {
    cpSync(path.join(built, each, "src"), path.join(app, each, "src"), { recursive: true });
    writePackage(path.join(root, each), path.join(app, each));
  }
  cpSync(path.join(root, "edge-agent/page"), path.join(app, "edge-agent/page"), { recursive: true });
  const models = path.join(root, "edge-agent/models");
  const isUsed = (file: string) => !/^(?:training|evaluation|samples)\b/.test(path.relative(models, file));
  cpSync(models, path.join(app, "edge-agent/models"), { recursive: true, filter: isUsed });
  const modules = copyModules(parts, app, ["edge-agent", "shared-schemas"]);
  mkdirSync(bin);
  copyFileSync(path.join(parts.node, "bin/node"), path.join(bin, "node"));
  writeFileSync(path.join(bin, "edge-agent"), LAUNCHER);
  for (const program of ["node", "edge-agent"]) chmodSync(path.join(bin, program), 0o755);
  describe(folder, parts, modules);
}

/** Writes the package.json of a package of the workspace, whose entries are JavaScript now. */
function writePackage(from: string, to: string): void {
  const { name: own, version: ownVersion, license, type, exports } = readPackage(from);
  const text = JSON.stringify({ name: own, version: ownVersion, license, type, exports }, null, 2);
  writeFileSync(path.join(to, "package.json"), `${text.replaceAll(/(\.\/[^"]*)\.ts"/g, '$1.js"')}\n`);
}

function describe(folder: string, parts: Parts, modules: readonly InstalledModule[]): void {
  writeBom(parts, path.join(folder, "sbom.cdx.json"));
  writeFileSync(path.join(folder, "THIRD-PARTY-NOTICES.txt"), composeNotices(modules));
  copyFileSync(path.join(root, "LICENSE"), path.join(folder, "LICENSE"));
}

/** Packs the release of a platform; returns its tarball, and its Debian package where one can be built. */
function pack(built: string, parts: Parts): string[] {
  const name = `edge-agent-${version}-${nameOf(parts.platform)}`;
  layOut(path.join(work, name), built, parts);
  const tarball = path.join(output, `${name}.tar.gz`);
  const facts = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mtime=@0"];
  execFileSync("tar", ["-C", work, ...facts, "-czf", tarball, name]);
  return [tarball, ...(hasDpkg ? [buildDeb(path.join(work, name), output, version, parts.platform)] : [])];
}

/** Signs the sums with the key that RELEASE_KEY names (Ed25519, PEM), which is kept outside of the repository. */
function signSums(file: string): void {
  const key = process.env["RELEASE_KEY"];
  if (key === undefined) return console.log(`${file} is not signed: RELEASE_KEY names no key`);
  writeFileSync(`${file}.sig`, sign(null, readFileSync(file), readFileSync(key)));
}

const hasDpkg = spawnSync("dpkg-deb", ["--version"]).status === 0;
if (!hasDpkg) console.log("no Debian package: dpkg-deb is missing");
const work = mkdtempSync(path.join(tmpdir(), "release-"));
try {
  mkdirSync(output, { recursive: true });
  const built = compile(path.join(work, "built"));
  const sums = platforms
    .flatMap((platform) => pack(built, findParts(platform)))
    .map((file) => {
      const bytes = readFileSync(file);
      console.log(`${file}: ${(bytes.byteLength / 1e6).toFixed(0)} MB`);
      return `${createHash("sha256").update(bytes).digest("hex")}  ${path.basename(file)}\n`;
    });
  writeFileSync(path.join(output, "SHA256SUMS"), sums.join(""));
  signSums(path.join(output, "SHA256SUMS"));
} finally {
  rmSync(work, { recursive: true });
}
