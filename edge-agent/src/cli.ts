#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { homedir } from "node:os";
import path from "node:path";

// The compiled modules are kept, which saves a third of the time of a start, here and in the processes of the cameras.
// The folder belongs to the user, or is what systemd has made for the service; where it cannot be written, none is kept.
const { CACHE_DIRECTORY, XDG_CACHE_HOME = path.join(homedir(), ".cache") } = process.env;
process.env["NODE_COMPILE_CACHE"] ??= path.join(CACHE_DIRECTORY ?? path.join(XDG_CACHE_HOME, "edge-agent"), "compiled");
enableCompileCache(process.env["NODE_COMPILE_CACHE"]);

await import("./main.ts");
