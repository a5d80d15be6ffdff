import { accessSync, constants, existsSync } from "node:fs";
import path from "node:path";

/** Chromium, where it is installed. */
export const PROGRAM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(isProgram);
/** True when the console has been built. */
export const BUILT = existsSync(path.resolve(import.meta.dirname, "../../console/dist/index.html"));

/** Without these, Chromium tries to reach its maker's hosts. */
export const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
