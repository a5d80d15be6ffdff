import type { z } from "zod";
import { UNLIKE_FAULT } from "@container-inspection/shared-schemas/unlike-pictures";
import { formatDuration, plural } from "../terminal/wording.ts";
import { REGISTERED } from "../describe-signing-key.ts";
import type { AgentConfig } from "../../config/config.ts";
import type { ServiceState } from "../service/systemd.ts";
import { type AgentClient, connectToAgent, readStatus } from "../../status/agent-client.ts";
import { agentStatus } from "../../status/agent-status.ts";
import type { Finding } from "./finding.ts";

/** The part of the agent's status that this check needs; an agent of another version may lack the rest. */
const status = agentStatus
  .pick({ version: true, uptimeSeconds: true, configFile: true, signingKey: true, refused: true })
  .extend({ cameras: agentStatus.shape.cameras.default([]) });

type Result = Pick<Finding, "state" | "message" | "fix">;

/** Looks for the agent that runs on the data folder, and for its service. Never throws. */
export async function examineAgent(
  { dataDir, file }: Pick<AgentConfig, "dataDir" | "file">,
  { version, service }: { version: string; service: ServiceState | null },
): Promise<{ findings: Finding[]; agent: AgentClient | null }> {
  const withBase = (results: Result[]) =>
    results.map((result): Finding => ({ layer: "agent", subject: dataDir, ...result }));
  try {
    const agent = await connectToAgent(dataDir);
    if (!agent) return { findings: withBase([describeNone(service)]), agent };
    const found = describeAgent(readStatus(await agent.request("/status"), status), { version, file });
    return { findings: withBase(found), agent };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { findings: withBase([{ state: "fail", message, fix: RESTART }]), agent: null };
  }
}

const RESTART = "restart the agent, such as: sudo systemctl restart edge-agent";

/** A service that should run and does not is a failure; before the first start, there is none. */
function describeNone(service: ServiceState | null): Result {
  if (service?.isInstalled !== true) {
    const fix = "start it: edge-agent run, or as a service: sudo edge-agent service install";
    return { state: "warn", message: "no agent is running", fix };
  }
  const { activeState, exitCode } = service;
  const why = exitCode === "78" ? "; its configuration was invalid" : "";
  const message = `no agent is running; the service is ${activeState}${why}`;
  return {
    state: "fail",
    message,
    fix: "read its log: journalctl -u edge-agent; then: sudo systemctl restart edge-agent",
  };
}

function describeAgent(
  running: z.infer<typeof status>,
  { version, file }: { version: string; file: string },
): Result[] {
  const { uptimeSeconds, configFile, refused } = running;
  const uptime = formatDuration(uptimeSeconds * 1_000);
  const found: Result[] = [{ state: "ok", message: `version ${running.version} is running, for ${uptime}`, fix: "" }];
  if (running.version !== version) {
    found.push({
      state: "warn",
      message: `this program is version ${version}, the running agent is not`,
      fix: RESTART,
    });
  }
  if (configFile !== file) {
    const message = `the running agent uses another configuration: ${configFile}`;
    found.push({ state: "warn", message, fix: `check that one: edge-agent doctor --config ${configFile}` });
  }
  const { state, problem, fix } = running.signingKey;
  if (state === "registered") found.push({ state: "ok", message: REGISTERED, fix: "" });
  if (problem !== null) found.push({ state: "warn", message: problem, fix: fix ?? "" });
  const { unsaved, lostScans, lostEvents } = refused;
  if (unsaved + lostScans + lostEvents > 0) {
    const message = `${plural(unsaved, "scan")} only in memory; lost ${plural(lostScans, "scan")} and ${plural(lostEvents, "event")}`;
    found.push({ state: "fail", message, fix: "free up space on the disk of the data folder" });
  }
  for (const { id, pictureFaults } of running.cameras) {
    const unlike = pictureFaults.find(({ kind }) => kind === UNLIKE_FAULT);
    if (unlike) found.push({ state: "warn", message: `camera ${id}: ${unlike.message}`, fix: "" });
  }
  return found;
}
