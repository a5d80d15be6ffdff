// `npm run release -- [FOLDER] [--product PRODUCT]... [--platform PLATFORM]...`: builds the releases of the edge agent
// and of the cloud for each platform, as tarballs that need nothing but the C library: Node.js itself, the program as
// JavaScript, its production modules, a bill of materials (CycloneDX), the licences of all parts, and SHA-256 sums
// over all of them. The default is this machine's platform, built offline from the installed parts; the parts for
// linux-arm64 come from npm's registry. If dpkg-deb is installed, also builds Debian packages.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash, sign } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readOptions } from "../read-options.ts";
import { buildDeb } from "./build-deb.ts";
import { installPlatform, otherPlatforms } from "./install-platform.ts";
import { layOut } from "./lay-out.ts";
import { nameOf, ownPlatform, type Parts } from "./platforms.ts";
import { type Product, products } from "./product.ts";
import { readPackage } from "./read-package.ts";

const root = path.resolve(import.meta.dirname, "../..");
const options = {
  product: { type: "string", multiple: true },
  platform: { type: "string", multiple: true },
} as const;
const { values, positionals } = readOptions({ options, allowPositionals: true });
const output = path.resolve(positionals[0] ?? path.join(root, "dist"));
const platforms = choose("platform", values.platform ?? [nameOf(ownPlatform)], [
  ...new Set([nameOf(ownPlatform), ...otherPlatforms]),
]);
const names = products.map(({ name }) => name);
const named = choose("product", values.product ?? names, names);
const chosen = products.filter(({ name }) => named.includes(name));

/** Returns the wanted names; ends the program where one is not known. */
function choose(kind: string, wanted: readonly string[], known: readonly string[]): readonly string[] {
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    console.error(`Unknown ${kind}: ${unknown.join(", ")}. The ${kind}s are: ${known.join(", ")}`);
    process.exit(2);
  }
  return wanted;
}

/** Compiles the programs into a folder; the result is the same for every platform. */
function compile(folder: string): string {
  execFileSync("tsc", ["-p", path.join(root, "deploy/images"), "--outDir", folder], { stdio: "inherit" });
  return folder;
}

/** Installs the parts for a platform; for this one, everything is installed. */
function findParts(name: string): Parts {
  if (name === nameOf(ownPlatform))
    return { platform: ownPlatform, workspace: root, node: path.resolve(process.execPath, "../..") };
  const [os = "", cpu = ""] = name.split("-");
  const packages = chosen.flatMap((product) => product.packages);
  return installPlatform(root, path.join(work, `${name}-parts`), { os, cpu }, packages);
}

/** Packs the release of a product; returns its tarball, and its Debian package where one can be built. */
function pack(product: Product, built: string, parts: Parts): string[] {
  const { version } = readPackage(path.join(root, product.packages[0]));
  const name = `${product.name}-${version}-${nameOf(parts.platform)}`;
  const folder = path.join(work, name);
  layOut(product, folder, { built, parts, root });
  const tarball = path.join(output, `${name}.tar.gz`);
  const facts = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mtime=@0"];
  execFileSync("tar", ["-C", work, ...facts, "-czf", tarball, name]);
  const packages = hasDpkg ? [buildDeb(product, folder, { output, version, platform: parts.platform })] : [];
  rmSync(folder, { recursive: true });
  return [tarball, ...packages];
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
    .map(findParts)
    .flatMap((parts) => chosen.flatMap((product) => pack(product, built, parts)))
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
