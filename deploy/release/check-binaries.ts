import { closeSync, openSync, readdirSync, readSync, realpathSync } from "node:fs";
import path from "node:path";

const NATIVE = /^node$|\.(?:node|so(?:\.[\d.]+)?|dylib|dll|exe)$/;
/** Values in the header of a program for Linux: the file type, and the processor. */
const ELF = "\u007fELF";
const PROCESSORS = { x64: 62, arm64: 183 };

/** Throws where a release contains a native program or library for another processor or system. */
export function checkBinaries(folder: string, cpu: keyof typeof PROCESSORS): void {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const native = entries.filter((entry) => entry.isFile() && NATIVE.test(entry.name));
  // Links lead to the same files again.
  const files = [...new Set(native.map(({ parentPath, name }) => realpathSync(path.join(parentPath, name))))];
  const header = Buffer.alloc(20);
  const foreign = files.filter((file) => {
    const descriptor = openSync(file, "r");
    readSync(descriptor, header, 0, header.length, 0);
    closeSync(descriptor);
    return header.toString("latin1", 0, ELF.length) !== ELF || header.readUInt16LE(18) !== PROCESSORS[cpu];
  });
  console.log(`${files.length} native files, ${foreign.length} for another processor or system`);
  if (files.length === 0 || foreign.length > 0) throw new Error(`not for ${cpu}: ${foreign.join(", ")}`);
}
