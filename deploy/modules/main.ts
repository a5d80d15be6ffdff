// Step of the set-up after the installation: removes the files of modules that are never loaded on this machine.
import path from "node:path";
import process from "node:process";
import { removeUnused } from "./remove-unused.ts";
import { unusedFiles } from "./unused-files.ts";

removeUnused(path.resolve(import.meta.dirname, "../.."), unusedFiles({ os: process.platform, cpu: process.arch }));
