// Preloaded into every process of the demonstration while it is measured: writes the sizes of V8's heap, of its buffers
// and of the heaps of its workers into a file each second.
import { renameSync, writeFileSync } from "node:fs";
import path from "node:path";

const folder = process.env["MEMORY_REPORTS"] ?? "";
const file = path.join(folder, `${process.pid}.json`);
setInterval(() => {
  writeFileSync(`${file}.new`, JSON.stringify(process.memoryUsage()));
  renameSync(`${file}.new`, file);
}, 1_000).unref();
