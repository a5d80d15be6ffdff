import { mkdirSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import path from "node:path";
import { FolderInUseError, lockFolder } from "../../cloud/src/platform/db/lock-folder.ts";

/** Why the demonstration cannot start, in words for the person who started it. */
export class CannotStartError extends Error {}

/**
 * Makes sure, before anything is started or overwritten, that no other demonstration runs on `dataDir`. The lock needs
 * no release: a later start takes over what an ended process has left. Throws CannotStartError.
 */
export function claimDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    lockFolder(path.join(dataDir, "demo"));
  } catch (error) {
    if (error instanceof FolderInUseError)
      throw new CannotStartError(
        `The demonstration already runs on ${dataDir}, as process ${error.pid}. Use that one, stop it ` +
          "(Ctrl-C where it runs), or run this one beside it with another DATA_DIR and PORT.",
      );
    throw new CannotStartError(`DATA_DIR ${dataDir} cannot be used: ${String(error)}`);
  }
}

/** The port to listen on, which is free; "0" finds one. Throws CannotStartError. */
export async function freePort(wanted: string): Promise<number> {
  const port = Number(wanted);
  if (!/^\d+$/.test(wanted) || port > 65_535)
    throw new CannotStartError(`PORT is "${wanted}": it must be a whole number from 0 to 65535.`);
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", ({ message }) =>
      reject(
        new CannotStartError(
          `Port ${port} cannot be used (${message}). Stop the program that has it, or choose another port: ` +
            "PORT=3001 npm start",
        ),
      ),
    );
    probe.listen(port, () => {
      const { port: found } = probe.address() as AddressInfo;
      probe.close(() => resolve(found));
    });
  });
}
