import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const FOLDERS = ["cloud/src", "cloud/console/src", "edge-agent/src", "edge-agent/page", "shared-schemas/src"];
const NOT_SHIPPED = /(\/testing\/|\/guarantees\/|testing\.ts$|\.(test|bench|nightly)\.ts$)/;
/** Pattern of functions that sign, encrypt, derive keys, or draw random values. */
const CRYPTOGRAPHY =
  /\b(createHmac|createCipheriv|createPrivateKey|generateKey\w*|hkdf\w*|scrypt\w*|argon2|SignJWT|timingSafeEqual|getRandomValues|randomUUID|randomBytes|randomInt)\b(?=[^;]*(\(| from "))/;
/** Waits are spread by it, and copies chosen that are compared; `edge-agent/page` and the console draw nothing. */
const JITTER = [
  "cloud/src/main.ts",
  "cloud/src/operations/commands/picture-backup.ts",
  "cloud/src/platform/db/lock-folder.ts",
  "edge-agent/src/cameras/camera-contract.ts",
  "edge-agent/src/cameras/camera-process.ts",
  "edge-agent/src/main.ts",
];

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((file) =>
    path.posix.join(folder, file.replaceAll(path.sep, "/")),
  ),
)
  .filter((file) => /\.(tsx?|m?js)$/.test(file) && !NOT_SHIPPED.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), "utf8") }));
const inventory = readFileSync(path.join(root, "deploy/docs/cryptography.md"), "utf8");
const named = [...inventory.matchAll(/`((?:cloud|edge-agent|shared-schemas)\/[^`]+\.tsx?)`/g)].map(
  ([, file = ""]) => file,
);

describe("the inventory of cryptography", () => {
  test("names each file that signs, encrypts, derives keys or draws random values", () => {
    const found = sources.filter(({ text }) => CRYPTOGRAPHY.test(text)).map(({ file }) => file);
    expect(found.length).toBeGreaterThan(15);
    expect(found.filter((file) => !named.includes(file))).toEqual([]);
  });

  test("names files that exist", () => {
    const existing = new Set(sources.map(({ file }) => file));
    expect(named.filter((file) => !existing.has(file))).toEqual([]);
  });

  test("nothing that must be secret is drawn by Math.random", () => {
    expect(
      sources
        .filter(({ text }) => text.includes("Math.random"))
        .map(({ file }) => file)
        .toSorted(),
    ).toEqual(JITTER);
  });
});
