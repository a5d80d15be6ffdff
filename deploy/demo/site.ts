import { readFileSync, writeFileSync, mkdirSync } from "node:fs";
import path from "node:path";
import { isSeq, parseDocument } from "yaml";
import { takePort } from "./claim.ts";

/** Addresses and files of the demonstration site. */
export type Site = {
  cloudUrl: string;
  statusUrl: string;
  configFile: string;
  /** The agent's key to the cloud. */
  keyFile: string;
  logFolder: string;
};

/**
 * Writes the agent's configuration for the cloud at `cloudUrl` into `folder`. With `aiPort`, the agent serves its models
 * to the cloud there.
 */
export async function layOutSite(
  folder: string,
  logFolder: string,
  cloudUrl: string,
  aiPort: number | undefined,
): Promise<Site> {
  mkdirSync(folder, { recursive: true });
  const config = parseDocument(readFileSync(path.join(import.meta.dirname, "edge-agent.yaml"), "utf8"));
  const statusPort = await takePort(Number(config.getIn(["status", "port"])));
  config.setIn(["cloud", "url"], cloudUrl);
  const cameras = config.get("cameras");
  for (const index of isSeq(cameras) ? cameras.items.keys() : []) {
    const [, video] = /^file:(.+)$/.exec(String(config.getIn(["cameras", index, "url"]))) ?? [];
    if (video) config.setIn(["cameras", index, "url"], `file://${path.join(import.meta.dirname, video)}`);
  }
  for (const name of ["x-ray", "outside", "phone"]) mkdirSync(path.join(folder, name), { recursive: true });
  config.setIn(["status", "port"], statusPort);
  if (aiPort !== undefined) config.setIn(["aiService"], { port: aiPort });
  const configFile = path.join(folder, "edge-agent.yaml");
  writeFileSync(configFile, config.toString({ lineWidth: 0 }));
  const keyFile = path.join(folder, String(config.getIn(["cloud", "apiKeyFile"])));
  return { cloudUrl, statusUrl: `http://127.0.0.1:${statusPort}`, configFile, keyFile, logFolder };
}
