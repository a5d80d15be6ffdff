import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { writeTexts } from "./lay-out.ts";
import type { Platform } from "./platforms.ts";
import { debianFiles, packageHome, type Product } from "./product.ts";

const ARCHITECTURES: Partial<Record<string, string>> = { x64: "amd64", arm64: "arm64" };

/**
 * Builds a Debian package from a release that is laid out in `tree`, and returns its file. Needs dpkg-deb. The release is
 * in /usr/lib/NAME, its settings are under /etc and its data under /var/lib, and no package removes either.
 */
export function buildDeb(
  product: Product,
  tree: string,
  { output, version, platform }: { output: string; version: string; platform: Platform },
): string {
  const { cpu } = platform;
  const architecture = ARCHITECTURES[cpu];
  if (architecture === undefined) throw new Error(`no Debian package can be built for ${cpu}`);
  const work = mkdtempSync(path.join(tmpdir(), "deb-"));
  try {
    chmodSync(work, 0o755);
    const home = packageHome(product);
    const root = path.join(work, home);
    cpSync(tree, root, { recursive: true, verbatimSymlinks: true });
    writeTexts(root, product.texts(home));
    const place = (file: string): string => {
      mkdirSync(path.dirname(path.join(work, file)), { recursive: true });
      return path.join(work, file);
    };
    symlinkSync(`${home}/bin/${product.name}`, place(product.command));
    for (const [to, from] of Object.entries(product.copies)) copyFileSync(path.join(root, from), place(to));
    writeTexts(path.join(work, "DEBIAN"), debianFiles(product, version, architecture));
    const file = path.join(output, `${product.name}_${version}_${architecture}.deb`);
    execFileSync("dpkg-deb", ["--root-owner-group", "-Zzstd", "--build", work, file], { stdio: "inherit" });
    return file;
  } finally {
    rmSync(work, { recursive: true });
  }
}
