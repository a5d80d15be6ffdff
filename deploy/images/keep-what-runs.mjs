// node keep-what-runs.mjs TARGET PACKAGE…: copies packages of the workspace and their installed modules, without tests,
// sources of the console, training data and the libraries of other platforms.
import { cpSync, globSync, rmSync } from "node:fs";
import path from "node:path";

const [target, ...packages] = process.argv.slice(2);
const { platform, arch } = process;

for (const entry of ["package.json", "LICENSE", "node_modules", ...packages])
  cpSync(entry, path.join(target, entry), { recursive: true, verbatimSymlinks: true });

const unused = [
  "*/bench",
  "*/src/**/*.test.ts",
  "*/src/**/*.nightly.ts",
  "cloud/client",
  "cloud/console/!(dist)",
  "edge-agent/models/{training,evaluation}",
  "node_modules/.pnpm/*/node_modules/**/*.map",
  `node_modules/.pnpm/onnxruntime-node@*/node_modules/onnxruntime-node/bin/*/!(${platform})`,
  `node_modules/.pnpm/onnxruntime-node@*/node_modules/onnxruntime-node/bin/*/${platform}/!(${arch})`,
];
for (const pattern of unused)
  for (const file of globSync(pattern, { cwd: target })) rmSync(path.join(target, file), { recursive: true });
