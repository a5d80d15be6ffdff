import { parseContainerNumber } from "@container-inspection/shared-schemas";
import { connectToAgent } from "../status/agent-client.ts";
import {
  CommandError,
  type CommandContext,
  type CommonOptions,
  exitCodes,
  type ExitCode,
  loadConfig,
  show,
} from "./command-context.ts";

type Options = CommonOptions & { station: string; container: string; confidence?: number };

/** Sets the container at a station of the running agent. */
export async function identify(options: Options, context: CommandContext): Promise<ExitCode> {
  const { station, container, confidence } = options;
  const config = await loadConfig(options, context);
  const number = parseContainerNumber(container);
  if (!number) throw new CommandError(exitCodes.usage, `"${container}" is not a container number`);
  if (!config.stations.some(({ id }) => id === station)) {
    const known = config.stations.map(({ id }) => id).join(", ");
    throw new CommandError(exitCodes.usage, `unknown station "${station}"; configured: ${known}`);
  }
  const agent = await connectToAgent(config.dataDir);
  if (!agent) {
    throw new CommandError(
      exitCodes.failed,
      `no agent is running on ${config.dataDir}: start it with "edge-agent run"`,
    );
  }
  const reply = await agent.request(`/stations/${encodeURIComponent(station)}/container`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ containerNumber: number.text, confidence }),
  });
  const doubt = number.check === "valid" ? "" : ` (${number.check}: compare the number with the container)`;
  show(options, context, reply, [`the container at ${station} is now ${number.text}${doubt}`]);
  return exitCodes.done;
}
