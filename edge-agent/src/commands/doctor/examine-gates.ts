import { access, constants, stat } from "node:fs/promises";
import path from "node:path";
import type { Clock } from "../../base/clock.ts";
import type { AgentConfig } from "../../config/config.ts";
import { DIRECT } from "../../forwarding/link/open-dispatcher.ts";
import { readFailure } from "../../base/key-file.ts";
import { examineAddress } from "./examine-address.ts";
import type { Finding } from "./finding.ts";

/**
 * Checks that the verdicts of lanes can be given out: the folder of a file is writable, and the address of a callback
 * accepts connections. No verdict is given out: a gate would open. The broker is examined separately. Never throws.
 */
export async function examineGates(
  { lanes }: Pick<AgentConfig, "lanes">,
  parts: { clock: Clock; timeoutMs: number },
): Promise<Finding[]> {
  const found = lanes.map(async ({ id, verdict }) => {
    const ofFile = verdict?.file === undefined ? [] : [await examineFile(verdict.file)];
    const ofUrl = verdict?.url === undefined ? [] : await examineAddress(verdict.url, { network: DIRECT, ...parts });
    return [...ofFile, ...ofUrl].map((finding) => ({
      ...finding,
      layer: "gate" as const,
      subject: `${id}, ${finding.subject}`,
    }));
  });
  return (await Promise.all(found)).flat();
}

async function examineFile(file: string): Promise<Omit<Finding, "layer">> {
  const folder = path.dirname(file);
  try {
    await access(folder, constants.W_OK);
    // An existing folder with the name of the file cannot be replaced.
    const present = await stat(file).catch(() => undefined);
    if (present?.isDirectory())
      return { subject: file, state: "fail", message: "is a folder", fix: "name a file in it" };
    return { subject: file, state: "ok", message: "can be replaced", fix: "" };
  } catch (error) {
    const message = `cannot be written (${readFailure(error)})`;
    return { subject: file, state: "fail", message, fix: `create the folder ${folder}, writable for the agent's user` };
  }
}
