// node deploy/release/build.ts [FOLDER]: the release of the edge agent for this platform, as a tarball that needs
// nothing but the C library: Node.js itself, the agent as JavaScript, its production modules, a bill of materials
// (CycloneDX), the licences of all parts, and SHA-256 sums. It is built offline, from what is installed. Where dpkg-deb
// is installed, the same as a Debian package.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash, sign } from "node:crypto";
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { copyModules, type InstalledModule } from "./copy-modules.ts";
import { readPackage } from "./read-package.ts";
import { buildDeb } from "./build-deb.ts";
import { composeNotices, writeBom } from "./describe-modules.ts";

const root = path.resolve(import.meta.dirname, "../..");
const output = path.resolve(process.argv[2] ?? path.join(root, "dist"));
const { version } = readPackage(path.join(root, "edge-agent"));
const name = `edge-agent-${version}-${process.platform}-${process.arch}`;

const LAUNCHER = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
exec "$here/node" "$here/../app/edge-agent/src/cli.js" "$@"
`;

/** Lays the release out in a folder, which the tarball then contains. */
function layOut(folder: string): void {
  const [app, bin] = [path.join(folder, "app"), path.join(folder, "bin")];
  const built = `${folder}-built`;
  execFileSync("tsc", ["-p", path.join(root, "deploy/images"), "--outDir", built], { stdio: "inherit" });
  for (const each of ["edge-agent", "shared-schemas"]) {
    cpSync(path.join(built, each, "src"), path.join(app, each, "src"), { recursive: true });
    writePackage(path.join(root, each), path.join(app, each));
  }
  cpSync(path.join(root, "edge-agent/page"), path.join(app, "edge-agent/page"), { recursive: true });
  const models = path.join(root, "edge-agent/models");
  const isUsed = (file: string) => !/^(?:training|evaluation|samples)\b/.test(path.relative(models, file));
  cpSync(models, path.join(app, "edge-agent/models"), { recursive: true, filter: isUsed });
  const modules = copyModules(root, app, ["edge-agent", "shared-schemas"]);
  mkdirSync(bin);
  copyFileSync(process.execPath, path.join(bin, "node"));
  writeFileSync(path.join(bin, "edge-agent"), LAUNCHER);
  for (const program of ["node", "edge-agent"]) chmodSync(path.join(bin, program), 0o755);
  describe(folder, modules);
}

/** Writes the package.json of a package of the workspace, whose entries are JavaScript now. */
function writePackage(from: string, to: string): void {
  const { name: own, version: ownVersion, license, type, exports } = readPackage(from);
  const text = JSON.stringify({ name: own, version: ownVersion, license, type, exports }, null, 2);
  writeFileSync(path.join(to, "package.json"), `${text.replaceAll(/(\.\/[^"]*)\.ts"/g, '$1.js"')}\n`);
}

function describe(folder: string, modules: readonly InstalledModule[]): void {
  writeBom(root, path.join(folder, "sbom.cdx.json"));
  writeFileSync(path.join(folder, "THIRD-PARTY-NOTICES.txt"), composeNotices(modules));
  copyFileSync(path.join(root, "LICENSE"), path.join(folder, "LICENSE"));
}

/** Signs the sums with the key that RELEASE_KEY names (Ed25519, PEM), which is kept outside of the repository. */
function signSums(file: string): void {
  const key = process.env["RELEASE_KEY"];
  if (key === undefined) return console.log(`${file} is not signed: RELEASE_KEY names no key`);
  writeFileSync(`${file}.sig`, sign(null, readFileSync(file), readFileSync(key)));
}

const work = mkdtempSync(path.join(tmpdir(), "release-"));
try {
  layOut(path.join(work, name));
  mkdirSync(output, { recursive: true });
  const tarball = path.join(output, `${name}.tar.gz`);
  const facts = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mtime=@0"];
  execFileSync("tar", ["-C", work, ...facts, "-czf", tarball, name]);
  const hasDpkg = spawnSync("dpkg-deb", ["--version"]).status === 0;
  if (!hasDpkg) console.log("no Debian package: dpkg-deb is missing");
  const files = [tarball, ...(hasDpkg ? [buildDeb(path.join(work, name), output, version)] : [])];
  const sums = files.map((file) => {
    const bytes = readFileSync(file);
    console.log(`${file}: ${(bytes.byteLength / 1e6).toFixed(0)} MB`);
    return `${createHash("sha256").update(bytes).digest("hex")}  ${path.basename(file)}\n`;
  });
  writeFileSync(path.join(output, "SHA256SUMS"), sums.join(""));
  signSums(path.join(output, "SHA256SUMS"));
} finally {
  rmSync(work, { recursive: true });
}
