import { chmodSync, copyFileSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { copyModules, findModules } from "./copy-modules.ts";
import { composeNotices, writeBom } from "./describe-modules.ts";
import type { Parts } from "./platforms.ts";
import type { Product } from "./product.ts";
import { readPackage } from "./read-package.ts";

type LayOutParts = {
  /** Folder of the compiled programs. */
  built: string;
  parts: Parts;
  /** Folder of the checkout. */
  root: string;
};

/** Sources, and what only tests read. */
const UNUSED_SOURCE = /\.(?:[cm]?tsx?|md|snap)$|\/(?:fixtures|testing|guarantees)(?:\/|$)/;

/**
 * Lays the release of a product out in a folder, which its tarball then contains: Node.js and launchers in `bin`, the
 * program with its modules in `app`. */
export function layOut(product: Product, folder: string, { built, parts, root }: LayOutParts): void {
  const { packages, data, unused, home } = product;
  const app = path.join(folder, "app");
  const isSource = (file: string) => !UNUSED_SOURCE.test(path.relative(root, file));
  for (const each of packages) {
    const source = path.join(root, each, "src");
    cpSync(source, path.join(app, each, "src"), { recursive: true, filter: isSource });
    cpSync(path.join(built, each, "src"), path.join(app, each, "src"), { recursive: true });
    writePackage(path.join(root, each), path.join(app, each));
  }
  const isUsed = (file: string) => !unused.test(path.relative(root, file));
  for (const each of data) cpSync(path.join(root, each), path.join(app, each), { recursive: true, filter: isUsed });
  copyModules(parts, app, product);
  mkdirSync(path.join(folder, "bin"));
  copyFileSync(path.join(parts.node, "bin/node"), path.join(folder, "bin/node"));
  chmodSync(path.join(folder, "bin/node"), 0o755);
  writeTexts(folder, product.texts(home));
  copyFileSync(path.join(root, "LICENSE"), path.join(folder, "LICENSE"));
  const modules = [...findModules(parts.workspace, packages), ...findModules(root, product.builtIn)];
  writeFileSync(path.join(folder, "THIRD-PARTY-NOTICES.txt"), composeNotices(modules, product, root));
  writeBom(product, parts, path.join(folder, "sbom.cdx.json"));
}

/** Writes texts into a folder by their places; those that begin with #! can be run. */
export function writeTexts(folder: string, texts: Record<string, string>): void {
  for (const [place, text] of Object.entries(texts)) {
    const file = path.join(folder, place);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    chmodSync(file, text.startsWith("#!") ? 0o755 : 0o644);
  }
}

/** Writes the package.json of a package of the workspace, whose entries are JavaScript now. */
function writePackage(from: string, to: string): void {
  const { name, version, license, type, exports } = readPackage(from);
  const text = JSON.stringify({ name, version, license, type, exports }, null, 2);
  writeFileSync(path.join(to, "package.json"), `${text.replaceAll(/(\.\/[^"]*)\.ts"/g, '$1.js"')}\n`);
}
