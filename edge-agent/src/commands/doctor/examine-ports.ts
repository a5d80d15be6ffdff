import { once } from "node:events";
import tls from "node:tls";
import { Hono } from "hono";
import type { AgentConfig } from "../../config/config.ts";
import { readCertificate } from "../../page/certificate.ts";
import type { AgentClient } from "../../status/agent-client.ts";
import { type ServerPlace, serveStatus, StatusPortError } from "../../status/serve-status.ts";
import type { Finding } from "./finding.ts";

type Parts = {
  config: Pick<AgentConfig, "status" | "page" | "dataDir">;
  /** The agent that runs on the data folder; null for none. */
  agent: Pick<AgentClient, "url"> | null;
  timeoutMs: number;
};

/** Tries the ports of the agent's servers, except those that the running agent has. Never throws. */
export async function examinePorts(parts: Parts): Promise<Finding[]> {
  const { status, page } = parts.config;
  const places: Required<Omit<ServerPlace, "tls">>[] = [{ host: status.host, port: status.port, setting: "status" }];
  if (page.enabled && page.host !== undefined) places.push({ host: page.host, port: page.port, setting: "page" });
  const findings: Finding[] = [];
  for (const place of places) findings.push(await examinePort(place, parts));
  return findings;
}

async function examinePort(place: Required<Omit<ServerPlace, "tls">>, parts: Parts): Promise<Finding> {
  const { host, port, setting } = place;
  const base = {
    layer: "port" as const,
    subject: `${setting}, ${host} port ${port === 0 ? "of the system's choice" : port}`,
  };
  if (await isOfAgent(place, parts)) return { ...base, state: "ok", message: "used by the running agent", fix: "" };
  try {
    await (await serveStatus(new Hono(), place)).close();
    return { ...base, state: "ok", message: "is free", fix: "" };
  } catch (error) {
    if (!(error instanceof StatusPortError)) throw error;
    return { ...base, state: "fail", message: error.reason, fix: error.fix };
  }
}

async function isOfAgent({ host, port, setting }: ServerPlace, { config, agent, timeoutMs }: Parts): Promise<boolean> {
  if (agent === null) return false;
  if (setting === "status") return new URL(agent.url).port === String(port);
  const own = readCertificate(config.dataDir)?.fingerprint;
  return own !== undefined && own === (await fingerprintAt(host, port, timeoutMs));
}

/** The certificate that a server on this machine shows; undefined for a server without TLS, and for none. */
async function fingerprintAt(host: string, port: number, timeoutMs: number): Promise<string | undefined> {
  const reached = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  const socket = tls.connect({ host: reached, port, rejectUnauthorized: false });
  socket.on("error", () => {});
  try {
    await once(socket, "secureConnect", { signal: AbortSignal.timeout(timeoutMs) });
    return socket.getPeerCertificate().fingerprint256;
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
}
